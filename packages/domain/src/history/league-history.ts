import { assignTeamColors } from '../colors.ts'
import { normalizeName } from '../names.ts'
import type { Points } from '../points.ts'
import { commissionerOf, knownSeasons } from '../seasons/season.ts'
import { winPercentage } from '../seasons/standings.ts'
import { type GameRecord, leagueRecords, RECORD_NAMES, type RecordName } from './league-records.ts'
import { buildOwners, byName, type HistoryInput, NAME_COLLATOR, type Owner, type Owners } from './owners.ts'
import { isChampion, type PlayedGame, playedGames, type RankedSeason, rankSeasons } from './played-games.ts'

/** All team names: most seasons first, then most titles, then by name. Their seasons are oldest first, their owners by name. */
function teamNames(seasons: readonly RankedSeason[]) {
  const usages = new Map<string, { seasons: number[]; titles: number; owners: Set<Owner> }>()
  for (const { season, podium, teams } of seasons) {
    for (const { owner, team } of teams) {
      const usage = usages.get(team.name) ?? { seasons: [], titles: 0, owners: new Set() }
      usages.set(team.name, usage)
      if (usage.seasons.at(-1) !== season) usage.seasons.push(season)
      if (isChampion({ podium }, team)) usage.titles += 1
      if (owner !== null) usage.owners.add(owner)
    }
  }
  return [...usages]
    .map(([name, usage]) => ({ ...usage, name, owners: [...usage.owners].sort(byName) }))
    .sort(
      (a, b) =>
        b.seasons.length - a.seasons.length ||
        b.titles - a.titles ||
        NAME_COLLATOR.compare(a.name, b.name) ||
        (a.name < b.name ? -1 : 1),
    )
}

export type LeagueHistory = ReturnType<typeof buildHistory>

/** Owners are by name; seasons, missing seasons and games oldest first. */
export function buildHistory(input: HistoryInput) {
  const owners = buildOwners(input)
  const seasons = rankSeasons(input, owners)
  const games = playedGames(input, owners)
  const known = knownSeasons(input.seasons)
  const totals = ownerTotals(owners.all, seasons)
  return {
    owners: owners.all,
    colors: ownerColors(seasons),
    seasons,
    /** The first known season, stored or not; null without seasons. */
    firstSeason: known[0] ?? null,
    /** The seasons that the provider lists but that are not stored. */
    missingSeasons: known.filter((season) => !seasons.some((each) => each.season === season)),
    games,
    /** The commissioner in the newest season that has one; null if none has. */
    commissioner: newestCommissioner(input, owners),
    records: leagueRecords(games),
    facts: funFacts(totals, seasons),
    totals,
    teamNames: teamNames(seasons),
  }
}

/** Finds an owner by name, ignoring case. Returns null if no owner has that name. */
export function findOwnerByName({ owners }: Pick<LeagueHistory, 'owners'>, name: string): Owner | null {
  const normalizedName = normalizeName(name.trim())
  return owners.find((owner) => normalizeName(owner.name) === normalizedName) ?? null
}

function newestCommissioner({ seasons }: HistoryInput, { findByMemberId }: Owners): string | null {
  for (const { members } of seasons.toReversed()) {
    const people = members.map((member) => ({
      ...member,
      name: findByMemberId(member.memberId)?.name ?? member.name,
    }))
    const commissioner = commissionerOf(people)
    if (commissioner !== null) return commissioner
  }
  return null
}

/**
 * A color for each owner of a team, as `#rrggbb`: that of their newest team, unless it looks like that of somebody whose
 * team is newer. Owners of the newest season have the colors of their teams everywhere else.
 * @param seasons oldest first
 */
function ownerColors(seasons: readonly RankedSeason[]): Map<Owner, string> {
  const newest = new Map<Owner, string | null>()
  for (const { teams } of seasons.toReversed()) {
    const byId = teams.toSorted((a, b) => a.team.teamId - b.team.teamId)
    const colors = assignTeamColors(byId.map(({ team }) => team))
    for (const { owner, team } of byId)
      if (owner !== null && !newest.has(owner)) newest.set(owner, colors.get(team.teamId) ?? null)
  }
  const owners = [...newest.keys()]
  const colors = assignTeamColors(
    owners.map((owner, index) => ({ teamId: index, logoColor: newest.get(owner) ?? null })),
  )
  return new Map(owners.map((owner, index) => [owner, colors.get(index) ?? '']))
}

export type OwnerTotals = ReturnType<typeof toOwnerTotals>

/** Totals every owner: most titles first, then most wins, then by name. Source: specification, 9. */
function ownerTotals(owners: readonly Owner[], seasons: readonly RankedSeason[]) {
  const sums = new Map(owners.map((owner) => [owner, emptySum()]))
  for (const season of seasons) addSeason(sums, season)
  return [...sums]
    .map(([owner, sum]) => toOwnerTotals(owner, sum))
    .sort((a, b) => b.titles - a.titles || b.record.wins - a.record.wins || byName(a.owner, b.owner))
}

const emptySum = () => ({
  years: 0,
  finishedYears: 0,
  record: { wins: 0, losses: 0, ties: 0 },
  podium: [0, 0, 0],
  games: 0,
  scored: 0,
  scoredInGames: 0,
  allowed: 0,
})

type RunningTotals = ReturnType<typeof emptySum>

function addSeason(sums: ReadonlyMap<Owner, RunningTotals>, season: RankedSeason): void {
  // An owner of two teams in a season has played only one season.
  for (const owner of new Set(season.teams.map((team) => team.owner))) {
    const sum = owner === null ? undefined : sums.get(owner)
    if (sum === undefined) continue
    if (season.isPlayed) sum.years += 1
    if (season.isFinished) sum.finishedYears += 1
  }
  for (const { owner, team, games } of season.format === 'points' ? season.teams : []) {
    const sum = owner === null ? undefined : sums.get(owner)
    if (sum === undefined) continue
    sum.record.wins += team.record?.wins ?? 0
    sum.record.losses += team.record?.losses ?? 0
    sum.record.ties += team.record?.ties ?? 0
    sum.scored += team.pointsFor ?? 0
    sum.allowed += team.pointsAgainst ?? 0
    // The points of an unknown number of games say nothing about one of them.
    if (games === 0 || team.pointsFor === null) continue
    sum.games += games
    sum.scoredInGames += team.pointsFor
  }
  for (const { owner, place } of season.podium) {
    const podium = owner === null ? undefined : sums.get(owner)?.podium
    if (podium !== undefined) podium[place - 1] = (podium[place - 1] ?? 0) + 1
  }
}

/** `pointsPerGame` is not rounded, and without seasons whose games are unknown. */
function toOwnerTotals(owner: Owner, sum: RunningTotals) {
  const { record, games } = sum
  const [titles = 0, runnersUp = 0, thirds = 0] = sum.podium
  return {
    owner,
    years: sum.years,
    finishedYears: sum.finishedYears,
    record,
    pointsFor: sum.scored as Points,
    pointsAgainst: sum.allowed as Points,
    titles,
    runnersUp,
    thirds,
    winPercentage: winPercentage(record),
    pointsPerGame: games === 0 ? null : sum.scoredInGames / games,
  }
}

export type FactLeaders = {
  /** All tied owners, by name; never empty. */
  owners: [Owner, ...Owner[]]
  value: number
}

const MIN_SEASONS_FOR_RATE = 2

/**
 * Computes the leaders. A category is null if its highest value is 0. Points are in hundredths, and `season` belongs to
 * the first owner. Source: decisions, 6 "Fun facts".
 */
function funFacts(totals: readonly OwnerTotals[], seasons: readonly RankedSeason[]) {
  const qualified = totals.filter(({ finishedYears }) => finishedYears >= MIN_SEASONS_FOR_RATE)
  return {
    longestTenure: leadersIn(totals, ({ years }) => years),
    mostTitles: leadersIn(totals, ({ titles }) => titles),
    bestWinPercentage: leadersIn(qualified, ({ winPercentage }) => winPercentage),
    highestPointsPerGame: leadersIn(qualified, ({ pointsPerGame }) => pointsPerGame),
    seasonPoints: seasonPointsLeaders(seasons),
    careerPoints: leadersIn(totals, ({ pointsFor }) => pointsFor),
    mostWins: leadersIn(totals, ({ record }) => record.wins),
    mostRunnersUp: leadersIn(totals, ({ runnersUp }) => runnersUp),
    mostThirds: leadersIn(totals, ({ thirds }) => thirds),
  }
}

function leadersIn(totals: readonly OwnerTotals[], statOf: (totals: OwnerTotals) => number | null) {
  return leadersAmong(
    totals.map((ownerTotals) => ({ owner: ownerTotals.owner, value: statOf(ownerTotals) ?? 0 })),
  )
}

function leadersAmong(candidates: readonly { owner: Owner; value: number }[]): FactLeaders | null {
  const value = candidates.reduce((highest, candidate) => Math.max(highest, candidate.value), 0)
  const tied = new Set(candidates.filter((candidate) => candidate.value === value).map(({ owner }) => owner))
  const [first, ...others] = [...tied].sort(byName)
  return value === 0 || first === undefined ? null : { owners: [first, ...others], value }
}

/** Without seasons that are excluded from records and those in another format than head-to-head points. */
function seasonPointsLeaders(seasons: readonly RankedSeason[]) {
  const candidates = seasons
    .filter(({ exclusion, format }) => exclusion === null && format === 'points')
    .flatMap(({ season, teams }) =>
      teams.flatMap(({ owner, team: { pointsFor } }) =>
        owner === null || pointsFor === null ? [] : [{ owner, value: pointsFor, season }],
      ),
    )
  const leaders = leadersAmong(candidates)
  const record = candidates.find(
    ({ owner, value }) => owner === leaders?.owners[0] && value === leaders.value,
  )
  return leaders === null || record === undefined ? null : { ...leaders, season: record.season }
}

type BrokenRecord = GameRecord & { name: RecordName }

/** None before the league has a game of an earlier season, because its first weeks break all of them. */
export function brokenRecords(
  games: readonly PlayedGame[],
  { season, period }: { season: number; period: number },
): BrokenRecord[] {
  const earlier = games.filter(
    (game) => game.season < season || (game.season === season && game.period < period),
  )
  if (!earlier.some((game) => game.season < season)) return []
  const played = games.filter((game) => game.season === season && game.period === period)
  const [before, after] = [leagueRecords(earlier), leagueRecords([...earlier, ...played])]
  return RECORD_NAMES.flatMap((name) => {
    const record = after[name]
    const isBroken = record !== null && before[name] !== null && played.includes(record.game)
    return isBroken ? [{ ...record, name }] : []
  })
}
