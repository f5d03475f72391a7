import { LEAGUE_PROVIDERS, type ProviderName } from '@fieldhouse/domain/league/league-providers'
import { createContext } from 'react'
import ui from '../ui.module.css'

type Season = {
  /** Whose data the season is. Missing in responses that a page cached before it was added. */
  provider?: ProviderName | null | undefined
  /** Whether projections are estimated from the league's own scores. */
  is_estimated?: boolean | undefined
}

export function hasProjections({ provider, is_estimated: isEstimated = false }: Season): boolean {
  return provider == null || LEAGUE_PROVIDERS[provider].hasProjections || isEstimated
}

/** Whether the games on the screen have projections, for their scores and players. */
export const ProjectionsContext = createContext(true)

export function NoProjections({ season }: { season: Season }) {
  const { provider } = season
  if (provider == null || hasProjections(season)) return null
  const { label } = LEAGUE_PROVIDERS[provider]
  return <p className={ui.note}>Projections aren't available: {label} has no projections.</p>
}
