import { formatShare } from '@fieldhouse/domain/format-share'
import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { createContext, type ReactNode } from 'react'
import { sideAhead } from '../../ui/format/format.ts'
import type { Matchup, MatchupTeam } from './use-matchups.ts'

/** Whose data a season is. Missing in responses that a page cached before it was added. */
export type Provider = ProviderName | null | undefined

export function hasHomeTeam(provider: Provider): boolean {
  return provider !== 'sleeper'
}

/** Names a game, such as 'Owls at Larks', or 'Owls vs Larks' where nobody is at home. */
export function gameName(
  { away, home }: { away: { name: string }; home: { name: string } },
  provider: Provider,
): string {
  return `${away.name} ${hasHomeTeam(provider) ? 'at' : 'vs'} ${home.name}`
}

/** The occasion of a game, such as 'Semifinal · NFL weeks 15 and 16'; '' for an ordinary game. */
export function formatOccasion({
  is_playoff,
  nfl_weeks: weeks,
  round,
}: Pick<Matchup, 'is_playoff' | 'nfl_weeks' | 'round'>): string {
  const list = new Intl.ListFormat('en').format(weeks.map(String))
  const weekSpan = weeks.length > 1 ? [`NFL weeks ${list}`] : []
  return [...(is_playoff ? [round?.name ?? 'Playoffs'] : []), ...weekSpan].join(' · ')
}

export function isChampionship({ round }: Pick<Matchup, 'round'>): boolean {
  return round?.bracket === 'championship' && round.name === 'Championship'
}

/** Formats a team's record and seed, such as '5-4 · 4th seed'; '' if neither is known. */
export function formatStanding({ record, seed }: Pick<MatchupTeam, 'record' | 'seed'>): string {
  const seedText = seed === undefined || seed === null ? [] : [`${formatOrdinal(seed)} seed`]
  return [...(record === undefined ? [] : [formatRecord(record)]), ...seedText].join(' · ')
}

/** Formats win probabilities as whole percents that add up to 100. Only a certain result shows 0% or 100%. */
export function formatWinChances(away: number, home: number): [away: string, home: string] {
  return [formatShare(away), formatShare(home, 100 - Math.round(away * 100))]
}

/** A note when the result differs from the scores, such as 'Won by Owls'; otherwise ''. */
export function resultNote({ result, away, home }: Pick<Matchup, 'result' | 'away' | 'home'>): string {
  if (result === null || result === (sideAhead({ away, home }) ?? 'tie')) return ''
  if (result === 'tie') return 'Ruled a tie'
  return `Won by ${result === 'away' ? away.name : home.name}`
}

/** How many players of a team can still score, such as '8 left'; '' if unknown. */
export function playersLeft({ remaining }: Pick<MatchupTeam, 'remaining'>): string {
  return remaining == null ? '' : `${remaining.yet_to_play + remaining.in_play} left`
}

/** Such as '4 yet to play', '2 in play' and '192 min left'. */
export function formatRemaining({
  yet_to_play: yetToPlay,
  in_play: inPlay,
  minutes_left: minutes,
}: NonNullable<MatchupTeam['remaining']>): string[] {
  if (yetToPlay + inPlay === 0) return ['All players done']
  return [`${yetToPlay} yet to play`, `${inPlay} in play`, `${minutes} min left`]
}

/** Orders games by how open their results are; those that are over come last. */
export function byCloseness(a: Matchup, b: Matchup): number {
  const isOver = ({ state }: Matchup) => Number(state === 'final' || state === 'not_played')
  return isOver(a) - isOver(b) || distanceOf(a) - distanceOf(b)
}

/** How far a win probability is from even, or how far apart the scores are if it is unknown. */
function distanceOf({ away, home }: Matchup): number {
  return away.win_chance === null
    ? 1 + Math.abs((away.score ?? 0) - (home.score ?? 0))
    : Math.abs(away.win_chance - 0.5)
}

export type NotedGame = Pick<Matchup, 'id' | 'state' | 'is_playoff'> & {
  away: Pick<Matchup['away'], 'team_id' | 'name'>
  home: Pick<Matchup['home'], 'team_id' | 'name'>
}

type GameNotes = {
  renderChip: (game: NotedGame, of: { season: number; team: number; myTeam: number }) => ReactNode
  renderDetails: (game: NotedGame, season: number) => ReactNode
}

export const GameNotesContext = createContext<GameNotes>({
  renderChip: () => null,
  renderDetails: () => null,
})
