import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { createContext } from 'react'
import ui from '../ui.module.css'

type Season = {
  /** Whose data the season is. Missing in responses that a page cached before it was added. */
  provider?: ProviderName | null | undefined
}

/** Whether the provider of a season has projections. */
export function hasProjections({ provider }: Season): boolean {
  return provider == null || LEAGUE_PROVIDERS[provider].hasProjections
}

/** Whether the games on the screen have projections, for their scores and players. */
export const ProjectionsContext = createContext(true)

/** Says that the provider has no projections, and what is missing because of that. Nothing if it has some. */
export function NoProjections({
  season,
  hasWinProbability = false,
}: {
  season: Season
  hasWinProbability?: boolean
}) {
  const { provider } = season
  if (provider == null || hasProjections(season)) return null
  const { label } = LEAGUE_PROVIDERS[provider]
  return (
    <p className={ui.note}>
      {hasWinProbability ? 'Projections and win probability' : 'Projections'} aren't available: {label} has no
      projections.
    </p>
  )
}
