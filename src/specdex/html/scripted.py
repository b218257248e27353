"""Tell a page that shows nothing until its scripts have run."""

from specdex.html.document import Document

__all__ = ["needs_scripts"]

LITTLE_TEXT = 400
"""Characters; a page with more visible text shows something by itself …"""
FEW_LINKS = 5
"""… and so does one with more links than this."""
SOME_TEXT = 3_000
MOUNTS = frozenset(
    {"root", "app", "__next", "__nuxt", "___gatsby", "q-app", "svelte", "main-app", "react-root"}
    | {"app-root", "ember-application", "shopify-root", "application"}
)
"""The ids that frameworks give to the element they build the page in."""
MOUNT_TAGS = frozenset({"app-root", "app-shell", "main-app"})


def needs_scripts(document: Document) -> bool:
    """Whether the page has scripts and next to nothing else to show.

    An empty mount point of a framework tells more than an empty page does, so with one a little
    more text (a header, a cookie banner) is forgiven.
    """
    if "script" not in document.tag:
        return False
    shown = len(document.text) - document.text.count("\n")
    if shown > SOME_TEXT:
        return False
    if any(map(document.tag.__contains__, MOUNT_TAGS)) or _empty_mount(document):
        return True
    links = sum(1 for node in document.nodes_of("a") if document.attribute(node, "href"))
    return shown < LITTLE_TEXT and links <= FEW_LINKS


def _empty_mount(document: Document) -> bool:
    """Whether an element that a framework fills is still empty."""
    return any(
        document.attribute(node, "id").lower() in MOUNTS and not document.text_of(node)
        for node in document.nodes_of("div", "main", "section", "body")
    )
