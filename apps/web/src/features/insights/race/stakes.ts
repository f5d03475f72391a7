import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import type { Race, TeamRace } from './use-race.ts'

/** What the next game of a team decides. The shares are null if the simulation has too few seasons with the result. */
export type TeamStakes = { week: number; gameId: number; win: number | null; loss: number | null } & Pick<
  TeamRace,
  'label'
>

/** null if the team does not play in the next open week, or if neither result has a share. */
export function stakesOf({ stakes, teams }: Race, teamId: number): TeamStakes | null {
  const game = stakes.find((each) => each.home_team_id === teamId || each.away_team_id === teamId)
  const share = game?.teams.find((each) => each.team_id === teamId)
  const team = teams.find((each) => each.team_id === teamId)
  if (game === undefined || share === undefined || team === undefined || team.proven) return null
  if (share.home_wins === null && share.away_wins === null) return null
  const isHome = game.home_team_id === teamId
  return {
    week: game.week,
    gameId: game.game_id,
    win: isHome ? share.home_wins : share.away_wins,
    loss: isHome ? share.away_wins : share.home_wins,
    label: team.label,
  }
}

export type RootingInterest = { winner: number; loser: number /** Of the odds. */; gain: number }

const MAX_INTERESTS = 3
/** A smaller gain may be chance. */
const MIN_GAIN = 0.02

/** The winners of other games of the next week that help a team the most. */
export function rootingInterests({ stakes }: Race, teamId: number): RootingInterest[] {
  return stakes
    .flatMap((game) => {
      const { home_team_id: home, away_team_id: away } = game
      const share = game.teams.find((each) => each.team_id === teamId)
      if (home === teamId || away === teamId || share === undefined) return []
      if (share.home_wins === null || share.away_wins === null) return []
      const gain = share.home_wins - share.away_wins
      const [winner, loser] = gain > 0 ? [home, away] : [away, home]
      return Math.abs(gain) < MIN_GAIN ? [] : [{ winner, loser, gain: Math.abs(gain) }]
    })
    .sort((a, b) => b.gain - a.gain)
    .slice(0, MAX_INTERESTS)
}

type Gain = { gameId: number /** A team of the game. */; winner: number /** Whose odds. */; team: number }

/** How much better the odds of a team are if another one wins its next game than if it loses; null if not better. */
export function gainOf({ stakes }: Pick<Race, 'stakes'>, { gameId, winner, team }: Gain): number | null {
  const game = stakes.find((each) => each.game_id === gameId)
  const share = game?.teams.find((each) => each.team_id === team)
  if (game === undefined || share == null || share.home_wins === null || share.away_wins === null) return null
  const gain = (share.home_wins - share.away_wins) * (winner === game.home_team_id ? 1 : -1)
  return gain < MIN_GAIN ? null : gain
}

/** What a result proves is named instead of a share. */
export function winText({ label, win }: TeamStakes): string {
  return label === 'win_and_in' ? 'In' : formatSample(win)
}

export function lossText({ label, loss }: TeamStakes): string {
  return label === 'must_win' || label === 'must_not_lose' ? 'Out' : formatSample(loss)
}

function formatSample(share: number | null): string {
  return share === null ? '—' : formatSimulatedShare(share)
}
