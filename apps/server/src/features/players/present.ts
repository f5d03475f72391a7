import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { Acquisition, getPlayer, PlayerWeek } from '@fieldhouse/contract/players'
import { type NflGame, type NflWeek, teamWeekOf } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import {
  type Acquisition as DomainAcquisition,
  listAcquisitions,
} from '@fieldhouse/domain/rosters/acquisitions'
import type { DraftPick } from '@fieldhouse/domain/rosters/archive'
import { type LineupEntry, slotOf } from '@fieldhouse/domain/rosters/lineup'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { nflAbbrev, presentPlayerWeek } from '../../http/presenters/present-roster.ts'
import { presentManagers } from '../../http/presenters/present-team-summary.ts'
import type { PlayerEntry } from '../../repositories/seasons/archive-reader.ts'
import type { StoredPlayer } from '../../repositories/seasons/player-reader.ts'
import type { RosterWeek } from '../../repositories/seasons/roster-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

/** The data needed to present a player. */
type PlayerView = {
  season: number
  rosterWeek: RosterWeek
  /** In all seasons, oldest first; never empty. */
  entries: readonly PlayerEntry[]
  /** null if no fetched lineup of any league describes the player. */
  stored: StoredPlayer | null
  teams: readonly LeagueTeam[]
  /** Owner names from the provider by team ID, the primary owner first. */
  owners: ReadonlyMap<number, string[]>
  picks: readonly DraftPick[]
  /** Of the season, oldest first. */
  transactions: readonly LeagueTransaction[]
  nflWeek: NflWeek
  /** Every NFL game of the season. */
  nflGames: readonly NflGame[]
  freshness: Freshness
}

export function presentPlayer(playerId: number, view: PlayerView): ResponseOf<typeof getPlayer> {
  const { season, rosterWeek, stored, freshness } = view
  const { format, week, weeks } = rosterWeek
  const entries = view.entries.map((each) => ({
    ...each,
    entry: hasWeeklyPoints(format) ? each.entry : { ...each.entry, points: null, projectedPoints: null },
  }))
  const ofSeason = entries.filter((each) => each.season === season)
  const current = ofSeason.find((each) => each.week === week)
  const latest = ofSeason.at(-1) ?? entries.at(-1)
  const acquisitions = listAcquisitions(playerId, view)
  return {
    season,
    seasons: [...new Set(entries.map((each) => each.season))].toReversed(),
    scoring_format: format,
    espn_id: playerId,
    player: latest?.entry.name ?? stored?.name ?? '',
    position: latest?.entry.position ?? stored?.position ?? null,
    week,
    this_week: presentPlayerWeek(
      playerId,
      current?.entry ?? null,
      nflTeamIn(current?.entry, latest, view),
      view.nflWeek,
    ),
    team:
      current === undefined
        ? null
        : {
            team_id: current.teamId,
            slot_id: current.entry.slotId,
            acquisition: presentOrNull(acquisitions.findLast(({ teamId }) => teamId === current.teamId)),
          },
    has_lineups: week !== null && weeks.includes(week),
    teams: presentTeams([...ofSeason, ...acquisitions], view),
    games: ofSeason.map((each) => presentWeek(each, view)),
    acquisitions: acquisitions.map(presentAcquisition),
    ...presentFreshness(freshness),
  }
}

/** Without a lineup of the week, the player's team in the newest known lineup. */
function nflTeamIn(
  current: LineupEntry | undefined,
  latest: PlayerEntry | undefined,
  { stored, season, entries }: PlayerView,
): number | null {
  if (current !== undefined) return current.nflTeamId
  const isNewest = entries.at(-1)?.season === season
  return isNewest && stored !== null ? stored.nflTeamId : (latest?.entry.nflTeamId ?? null)
}

function presentWeek({ week, teamId, entry }: PlayerEntry, { nflGames }: PlayerView): PlayerWeek {
  const games = nflGames
    .filter((game) => game.week === week)
    .map((game) => ({ ...game, line: null, weather: null, progress: null }))
  const game = entry.nflTeamId === null ? null : teamWeekOf({ games, byeTeamIds: new Set() }, entry.nflTeamId)
  return {
    week,
    team_id: teamId,
    slot_id: entry.slotId,
    is_starter: slotOf(entry.slotId).isStarter,
    points: pointsToDecimalOrNull(entry.points),
    proj: pointsToDecimalOrNull(entry.projectedPoints),
    nfl_team: nflAbbrev(entry.nflTeamId),
    opp: nflAbbrev(game?.opponentId ?? null),
    home_away: game?.side === 'away' ? '@' : (game?.side ?? null),
  }
}

function presentTeams(
  mentions: readonly { teamId: number; fromTeamId?: number | null }[],
  { teams, owners }: PlayerView,
): ResponseOf<typeof getPlayer>['teams'] {
  const ids = new Set(mentions.flatMap(({ teamId, fromTeamId }) => [teamId, fromTeamId ?? teamId]))
  return [...ids].map((teamId) => {
    const team = teams.find((candidate) => candidate.teamId === teamId)
    return {
      team_id: teamId,
      name: team?.name ?? `Team ${teamId}`,
      logo: team?.logo ?? null,
      color: team?.color ?? null,
      ...presentManagers({ teamId, assignment: team?.assignment ?? null }, owners),
    }
  })
}

function presentOrNull(acquisition: DomainAcquisition | undefined): Acquisition | null {
  return acquisition === undefined ? null : presentAcquisition(acquisition)
}

function presentAcquisition(acquisition: DomainAcquisition): Acquisition {
  const { how, teamId, fromTeamId, week, at, bid, pick, round } = acquisition
  return {
    how,
    team_id: teamId,
    from_team_id: fromTeamId,
    week,
    at: at?.toISOString() ?? null,
    bid,
    pick,
    round,
  }
}
