"""How well are specifications read?"""
