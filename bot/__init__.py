"""Troupe: roleplay on Discord."""
