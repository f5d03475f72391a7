import type { getScoreboard, LeagueMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import {
  type getPublicHistory,
  getPublicScoreboard,
  getPublicStandings,
  type PublicRecord,
} from '@fieldhouse/contract/public-link'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { GameRecord, LeagueRecords } from '@fieldhouse/domain/history/league-records'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { PlayedSide, RankedSeason } from '@fieldhouse/domain/history/played-games'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'

type Standings = ResponseOf<typeof listStandings>

type PublicStandings = ResponseOf<typeof getPublicStandings>

/**
 * Leaves out what the contract does not name, here and below, so that a field that is added for members stays private
 * until somebody decides otherwise.
 */
export function presentPublicStandings(standings: Standings, showsOwners: boolean): PublicStandings {
  const teams = standings.standings.map((team) => ({ ...team, owners: showsOwners ? team.owners : [] }))
  return getPublicStandings.schema.response[200].parse({ ...standings, teams })
}

export function presentPublicScoreboard(scoreboard: ResponseOf<typeof getScoreboard>) {
  return getPublicScoreboard.schema.response[200].parse(scoreboard)
}

export function toStandingsCard(standings: PublicStandings): Standings {
  const noPerson = { abbrev: '', owners: [], assigned_user: null, is_mine: false, weekly_points: [] }
  const { teams, ...season } = standings
  return { ...season, standings: teams.map((team) => ({ ...team, ...noPerson })), last_error: null }
}

export function toMatchupCard(matchup: LeagueMatchup): LeagueMatchup {
  const { id, status, state, result, is_playoff, round, nfl_weeks, week, away, home } = matchup
  const game = { id, status, state, result, is_playoff, round, nfl_weeks, week, lineup_week: null }
  return { ...game, away: toCardSide(away), home: toCardSide(home) }
}

function toCardSide(side: LeagueMatchup['home']): LeagueMatchup['home'] {
  const { team_id, name, logo, color, score, categories, record, seed, rank } = side
  const shown = { team_id, name, logo, color, score, categories, record, seed, rank }
  return {
    ...shown,
    proj: null,
    win_chance: null,
    remaining: null,
    top_scorer: null,
    owners: [],
    assigned_user: null,
    lineup: null,
  }
}

type PublicHistory = ResponseOf<typeof getPublicHistory>

export function presentPublicHistory(history: LeagueHistory, showsOwners: boolean): PublicHistory {
  const nameOf = (owner: Owner | null) => (showsOwners ? (owner?.name ?? null) : null)
  return {
    first_year: history.firstSeason,
    seasons: history.seasons.toReversed().map((season) => presentPublicSeason(season, nameOf)),
    team_names: history.teamNames.map(({ name, seasons, titles }) => ({
      name,
      seasons: seasons.length,
      titles,
    })),
    owners: showsOwners
      ? history.totals.map(({ owner, years, titles, record }) => ({
          name: owner.name,
          seasons: years,
          titles,
          wins: record.wins,
          losses: record.losses,
          ties: record.ties,
        }))
      : [],
    records: presentRecords(history.records, nameOf),
  }
}

type NameOf = (owner: Owner | null) => string | null

function presentPublicSeason({ season, format, isFinished, teams, podium }: RankedSeason, nameOf: NameOf) {
  const champions = podium
    .filter(({ place }) => place === 1)
    .map(({ team, owner }) => ({ name: team.name, logo: team.logo, owner: nameOf(owner) }))
  return {
    season,
    scoring_format: format,
    is_finished: isFinished,
    teams: teams.map(({ place, team, owner }) => ({
      rank: place,
      name: team.name,
      logo: team.logo,
      owner: nameOf(owner),
      ...(team.record ?? UNKNOWN_RECORD),
      points_for: pointsToDecimalOrNull(team.pointsFor),
    })),
    champion: champions[0] ?? null,
    champions,
  }
}

function presentRecords(records: LeagueRecords, nameOf: NameOf): PublicHistory['records'] {
  const presentSide = ({ owner, team, points }: PlayedSide) => ({
    name: team.name,
    owner: nameOf(owner),
    score: pointsToDecimal(points),
  })
  const present = (record: GameRecord | null): PublicRecord | null =>
    record && {
      season: record.game.season,
      week: record.game.period,
      value: pointsToDecimal(record.value),
      side: record.side,
      home: presentSide(record.game.home),
      away: presentSide(record.game.away),
    }
  return {
    highest_game: present(records.highest_game),
    biggest_blowout: present(records.biggest_blowout),
    highest_team_game: present(records.highest_team_game),
    highest_loser: present(records.highest_loser),
    lowest_winner: present(records.lowest_winner),
    closest_win: present(records.closest_win),
  }
}
