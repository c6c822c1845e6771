"""The terrain pack: named pieces with effects of their own, on hooks and at fixed moments. Rule: TR-PACK-01"""
