"""The terrain pack: named pieces with their own effects, on hooks and at fixed moments. Rule: TR-PACK-01"""
