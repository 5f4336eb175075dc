-- What happened in older events is filled by a background job, which runs as the owner: requests change no event.
revoke update (happened) on event from keyward_app;
