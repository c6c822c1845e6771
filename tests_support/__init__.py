"""What tests share: settings, the cast, temporary servers, the browser."""
