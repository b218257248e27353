"""The papers' own methods under their own names, each registered like a stranger's plug-in."""
