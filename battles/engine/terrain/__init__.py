"""The terrain pack: named pieces with their own effects, which act through hooks or at fixed moments. Rule:
TR-PACK-01
"""
