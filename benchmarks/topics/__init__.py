"""How well are pages read whose topic the detector never saw?"""
