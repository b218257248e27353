"""How good is each stage, and has it got worse?"""
