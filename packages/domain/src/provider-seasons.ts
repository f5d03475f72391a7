/** What a provider says of which seasons of a league there are. */
export type ProviderSeasons = {
  /** Newest first. A season in the list may still turn out to hold nothing, or to be denied. */
  seasons: number[]
  /** Those of them that were refused to this reader when they were asked for. */
  denied: number[]
}
