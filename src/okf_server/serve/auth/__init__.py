"""Who asks, as an identity provider's access tokens prove it."""
