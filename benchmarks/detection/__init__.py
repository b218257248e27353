"""How well are specifications found, and what trains the detector?"""
