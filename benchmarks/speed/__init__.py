"""How fast are pages read, beside other tools?"""
