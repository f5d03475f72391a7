/** The seasons of a league, according to the provider. */
export type ProviderSeasons = {
  /** Newest first. A listed season can still turn out to be empty or inaccessible. */
  seasons: number[]
  /** The seasons for which the provider denied access. */
  denied: number[]
}
