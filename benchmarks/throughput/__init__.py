"""What do deciding and recording cost a crawl?"""
