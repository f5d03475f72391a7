import type { Tab } from '../router/location.ts'

/** Each tab is a separate chunk that is loaded on first use. */
export const loadOverviewTab = () =>
  import('./overview-tab.tsx').then((module) => ({ default: module.OverviewTab }))
export const loadLeagueSocialTab = () =>
  import('../../features/feed/league-social-tab.tsx').then((module) => ({ default: module.LeagueSocialTab }))
export const loadStandingsTab = () =>
  import('../../features/standings/standings-tab.tsx').then((module) => ({ default: module.StandingsTab }))
export const loadRosterTab = () =>
  import('./roster-with-news.tsx').then((module) => ({ default: module.RosterWithNews }))
export const loadScoreboardTab = () =>
  import('../../features/matchups/scoreboard-tab.tsx').then((module) => ({ default: module.ScoreboardTab }))
export const loadMatchupTab = () =>
  import('../../features/matchups/matchup-tab.tsx').then((module) => ({ default: module.MatchupTab }))
export const loadHistoryTab = () =>
  import('../../features/history/history-tab.tsx').then((module) => ({ default: module.HistoryTab }))
export const loadBetslipTab = () =>
  import('../../features/betslip/betslip-tab.tsx').then((module) => ({ default: module.BetslipTab }))

const TAB_LOADERS: Record<Tab, () => Promise<unknown>> = {
  overview: loadOverviewTab,
  'league social': loadLeagueSocialTab,
  standings: loadStandingsTab,
  roster: loadRosterTab,
  scoreboard: loadScoreboardTab,
  matchup: loadMatchupTab,
  history: loadHistoryTab,
  betslip: loadBetslipTab,
}

/** Preloads a tab that is likely to be opened next. */
export function preloadTab(tab: Tab): void {
  // A chunk that fails to preload is loaded again, and its error shown, on render.
  TAB_LOADERS[tab]().catch(() => undefined)
}
