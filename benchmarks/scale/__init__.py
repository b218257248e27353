"""What becomes of time, memory and politeness as pages, workers and sites grow?"""
