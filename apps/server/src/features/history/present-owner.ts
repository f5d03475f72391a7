import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { compareOwners, GameTotals, getOwner, listOwnerPairs } from '@fieldhouse/contract/owners'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { OwnerGame, OwnerPage, OwnerSeason } from '@fieldhouse/domain/history/owner-page'
import type { Owner } from '@fieldhouse/domain/history/owners'
import {
  type GameTotals as DomainGameTotals,
  headToHead,
  ownerPairs,
  type Rivalry,
} from '@fieldhouse/domain/history/played-games'
import type { WinningStreak } from '@fieldhouse/domain/history/winning-streak'
import { rivalryIndex, rivalryOf } from '@fieldhouse/domain/insights/awards/rivalry-index'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import { winPercentage } from '@fieldhouse/domain/seasons/standings'
import {
  presentFinishes,
  presentOwnerPicture,
  presentPlayedGame,
  presentRecord,
  toPoints,
} from './present-history.ts'

type OwnerResponse = ResponseOf<typeof getOwner>

export function presentOwner(page: OwnerPage, pictures: ReadonlyMap<Owner, string>): OwnerResponse {
  const presentRival = ({ rival, totals }: Rivalry) => ({
    owner: rival.name,
    picture: pictures.get(rival) ?? null,
    ...presentGameTotals(totals),
  })
  return {
    ...presentOwnerPicture(page.owner, pictures),
    known_as: page.knownAs,
    totals: presentFinishes(page.totals),
    playoffs: presentGameTotals(page.playoffs),
    seasons: page.seasons.map(presentSeason),
    marks: page.marks,
    records: page.records.map(({ name, record }) => ({ name, record: presentRecord(record) })),
    longest_streak: page.longestStreak === null ? null : presentStreak(page.longestStreak),
    best_games: page.bestGames.map(presentOwnerGame),
    worst_games: page.worstGames.map(presentOwnerGame),
    rivals: page.rivalries.map(presentRival),
    nemesis: page.nemesis === null ? null : presentRival(page.nemesis),
    favorite_opponent: page.favoriteOpponent === null ? null : presentRival(page.favoriteOpponent),
  }
}

function presentStreak(streak: WinningStreak): OwnerResponse['longest_streak'] {
  return {
    season: streak.season,
    wins: streak.wins,
    first_week: streak.firstPeriod,
    last_week: streak.lastPeriod,
    is_league_record: streak.isLeagueRecord,
  }
}

export function presentPairs({ games, owners }: LeagueHistory): ResponseOf<typeof listOwnerPairs> {
  return {
    owners: owners.map(({ name }) => name),
    pairs: ownerPairs(games, owners).map((pair) => ({
      a: pair.owner.name,
      b: pair.rival.name,
      ...presentGameTotals(pair.totals),
      playoff_games: pair.games.filter(({ isPlayoff }) => isPlayoff).length,
      last_season: pair.games.at(-1)?.season ?? 0,
    })),
  }
}

export function presentComparison(
  { games, seasons }: LeagueHistory,
  a: Owner,
  b: Owner,
): ResponseOf<typeof compareOwners> {
  const shared = headToHead(games, a, b)
  const rivalry = rivalryOf(shared, [a, b], seasons)
  return {
    a: a.name,
    b: b.name,
    summary: presentGameTotals(shared.totals),
    rivalry: {
      index: rivalryIndex(rivalry),
      close_games: rivalry.closeGames,
      playoff_games: rivalry.playoffGames,
      met_in_final: rivalry.metInFinal,
    },
    games: shared.games.map(presentPlayedGame),
  }
}

function presentGameTotals({ pointsFor, pointsAgainst, ...record }: DomainGameTotals): GameTotals {
  return {
    ...record,
    pf: pointsToDecimal(pointsFor),
    pa: pointsToDecimal(pointsAgainst),
    win_pct: winPercentage(record),
    ppg: record.games === 0 ? null : toPoints(pointsFor / record.games),
  }
}

function presentSeason({ team, ...season }: OwnerSeason): OwnerResponse['seasons'][number] {
  return {
    season: season.season,
    scoring_format: season.format,
    is_finished: season.isFinished,
    is_champion: season.isChampion,
    rank: season.place,
    teams: season.teamCount,
    team_id: team.teamId,
    name: team.name,
    logo: team.logo,
    ...(team.record ?? UNKNOWN_RECORD),
    pf: pointsToDecimalOrNull(team.pointsFor),
    pa: pointsToDecimalOrNull(team.pointsAgainst),
    mean_pf: season.averagePoints === null ? null : toPoints(season.averagePoints),
  }
}

function presentOwnerGame({ side, game }: OwnerGame): OwnerResponse['best_games'][number] {
  return { side, game: presentPlayedGame(game) }
}
