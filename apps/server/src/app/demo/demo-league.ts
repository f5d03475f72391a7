/** Of the league whose history the feed of the demo talks about. */
export const DEMO_SEED = 1930

/** How many finished seasons it has before the current one. */
export const DEMO_PAST_SEASONS = 14
