/** The posts of the demo mention results of the league that this seed generates, so they belong together. */
export const DEMO_SEED = 1930

/** Number of finished seasons before the current one. */
export const DEMO_PAST_SEASONS = 14
