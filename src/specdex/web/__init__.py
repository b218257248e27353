"""The page people look at and correct things on: ``specdex serve``; needs the extra ``web``.

``app(runs)`` in ``web.app`` is the whole of it. What belongs together is one module, known to
``VIEWS`` in ``web.app``; the templates of a view are ``web/templates/VIEW*.html``:

- Addresses of a run begin with ``/r/{run}/`` and have the name of what they show (``sites``,
  ``site``); ``NAV`` in ``web.app`` says which of them are in the navigation of a run.
- An endpoint that shows something is ``@shown(path, name)`` ``(request) -> Response``; it runs on a
  thread of its own. ``with opened(request) as run`` gives the Run that the address names, for this
  request alone; ``render(request, "sites.html", …)`` answers. All that is read comes by the
  library's verbs (``pipeline``) and ``runs.queries``: there is no SQL and no path in this room.
- An endpoint that changes something is ``@change(path, name)`` ``(request, form) -> Response`` and
  takes POST only: it is not called without the token that ``{{ token_field() }}`` puts into a form.
  It ends with ``back(request, "name", …)``, so that loading again changes nothing twice.
- Templates extend ``layout.html`` (blocks ``title`` and ``content``; ``scripts`` for modules of
  ours) and make every address with ``to("name", site=…, query={…})``. ``n(count)``, ``when(time)``,
  ``share(0.5)`` print numbers and times as the reader's locale has them. No style attributes and no
  inline scripts: the page's security policy refuses them. A page is whole without scripts.
- What takes longer than a reader should wait is asked with ``later(run, what, make)``: it is made
  aside, or in a process of its own, and the page says so until it is known (``data-again``).
- What people decide shows when the run is joined again: ``join_state`` and the macro ``note`` of
  ``join.html`` tell that it waits.
- What goes wrong is raised as any SpecdexError and becomes a page with that sentence.
- Charts are SVG of our own, ``web.charts``: a plotting library with the engine that renders it
  weighs 96 MB, takes 3.5 s for its first chart and half of the memory the server may use.
"""
