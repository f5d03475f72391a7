import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { formatFullRecord, formatSigned } from '../../../ui/format/format.ts'
import type { TeamOf } from '../insight-view.tsx'
import type { Race, RaceHistory, TeamRace } from './use-race.ts'

/** What is proven of a team's place in the playoffs; null while it is open. */
export function provenOutcome({ status, proven }: Pick<TeamRace, 'status' | 'proven'>): 'in' | 'out' | null {
  if (!proven || status === 'alive') return null
  return status === 'eliminated' ? 'out' : 'in'
}

export function formatPlayoffs(team: Pick<TeamRace, 'status' | 'proven' | 'odds'>): string {
  const outcome = provenOutcome(team)
  if (outcome !== null) return outcome === 'in' ? 'In' : 'Out'
  return team.odds === null ? '—' : formatSimulatedShare(team.odds.playoffs)
}

const STATUS = {
  clinched_first: 'Clinched first seed',
  clinched_bye: 'Clinched a bye',
  clinched_division: 'Clinched the division',
  clinched: 'Clinched a place',
  clinched_no_bye: 'Clinched, no bye',
  eliminated: 'Eliminated',
} as const

const LABELS = {
  win_and_in: 'Win and in',
  win_both_and_in: 'Win both and in',
  must_win: 'Must win',
  must_not_lose: 'Must not lose',
  controls_path: 'Controls its path',
  needs_help: 'Needs help',
} as const

/** What is certain of a team, or what its next game means; null if nothing is known. */
export function formatStatus({ status, label }: Pick<TeamRace, 'status' | 'label'>): string | null {
  if (status !== 'alive') return STATUS[status]
  return label === null ? null : LABELS[label]
}

/** The odds of the title; null for a team that cannot win it. The games of finished playoffs leave no other odds. */
export function formatTitle({ odds, status }: TeamRace, { remaining_games: games }: Race): string | null {
  if (odds === null || status === 'eliminated') return null
  if (games.length > 0) return formatSimulatedShare(odds.title)
  if (odds.title === 0) return null
  return odds.title === 1 ? 'Won' : formatSimulatedShare(odds.title)
}

/** How many wins make the place certain, in a sentence; null if it is decided or unknown. */
export function describeMagicNumber({
  magic_number: wins,
  results_left: left,
  proven,
}: TeamRace): string | null {
  if (wins === null || proven || left === 0) return null
  // The number comes from bounds, so a team can control its path although it is too high.
  if (wins > left) return null
  return `Magic number ${wins}: ${wins === 1 ? 'one more win clinches' : `${wins} more wins clinch`} a place.`
}

/** A change of a share in percentage points; null if it rounds to none. */
export function formatChange(now: number, before: number): string | null {
  const points = Math.round((now - before) * 100)
  return points === 0 ? null : formatSigned(points, 0)
}

export function bySeed(teams: readonly TeamRace[]): TeamRace[] {
  return teams.toSorted((a, b) => a.current_seed - b.current_seed)
}

/** How many weeks of the regular season are open. */
export function countOpenWeeks({ remaining_games: games }: Race): number {
  return new Set(games.map(({ week }) => week)).size
}

export function raceAsText(race: Race, teamOf: TeamOf, league: string): string {
  const left = countOpenWeeks(race)
  const rows = bySeed(race.teams).flatMap((team) => {
    const status = formatStatus(team)
    const row = `${team.current_seed}. ${teamOf(team.team_id).name} (${formatFullRecord(team)}): ${formatPlayoffs(team)}${
      team.proven && status !== null ? `, ${status.toLowerCase()}` : ''
    }`
    return team.current_seed === race.places ? [row, '— playoff line —'] : [row]
  })
  return [
    `${league} ${race.season}: playoff race through week ${race.week}`,
    ...(left === 0 ? [] : [`${left} ${left === 1 ? 'week' : 'weeks'} left, ${race.places} places`]),
    ...rows,
    ...(race.model === null ? [] : [`${race.model.runs.toLocaleString('en')} simulated seasons`]),
  ].join('\n')
}

type OddsPoint = { week: number; share: number; text: string; isProven: boolean }

function toPoints(week: number, team: Pick<TeamRace, 'status' | 'proven' | 'odds'>): OddsPoint[] {
  if (team.odds === null) return []
  return [{ week, share: team.odds.playoffs, text: formatPlayoffs(team), isProven: team.proven }]
}

export type OddsHistory = ReadonlyMap<number, readonly OddsPoint[]>

/** The weeks before the last completed one come from the history, the last one from the race, so both agree. */
export function oddsByTeam(race: Race, history: RaceHistory | undefined): OddsHistory {
  return new Map(
    race.teams.map((team) => {
      const earlier = (history?.weeks ?? []).flatMap(({ week, teams }) => {
        const then = teams.find((each) => each.team_id === team.team_id)
        if (week >= race.week || then === undefined) return []
        return toPoints(week, { ...then, proven: then.status !== 'alive' })
      })
      return [team.team_id, [...earlier, ...toPoints(race.week, team)]]
    }),
  )
}
