import { joinNames, pluralize } from '../pluralize.ts'
import * as say from './phrases.ts'
import {
  ALSO_TOP_PHRASES,
  bothScores,
  GAME_PHRASES,
  HEADLINES,
  type Phrasebook,
  phrasebook,
  toGameTexts,
} from './phrases.ts'
import type { RecapAward, RecapDocument, RecapGame, RecapTeam } from './recap-document.ts'

export type RecapMoment = {
  /** The league and the season, as a text. */
  seasonKey: string
  week: number
  moment: 'first' | 'last' | 'playoffs' | 'usual'
  isRegular: boolean
  isSingleWeek: boolean
}

/** Games with a line of their own. The others share one. */
const MAX_TOLD_GAMES = 6

const MAX_NAMES = 4

/**
 * What decided the week first, then the other games, the awards, and what it means for the season. The same facts
 * always give the same text.
 */
export function tellRecap(facts: RecapDocument, moment: RecapMoment): RecapDocument {
  const book = phrasebook(moment.seasonKey, moment.week)
  const [lead, ...others] = facts.games
  const paragraphs = [
    [...open(book, moment), ...(lead === undefined ? [] : tellLead(book, facts, lead))],
    tellGames(book, facts, others, moment),
    tellAwards(book, facts, moment),
    tellSeason(book, facts),
  ]
  return {
    ...facts,
    headline: tellHeadline(book, facts),
    story: paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join(' ')),
  }
}

function tellHeadline(book: Phrasebook, { games: [lead], awards: [top], title }: RecapDocument): string {
  if (lead !== undefined) {
    const phrases = HEADLINES[lead.kind] ?? HEADLINES.plain
    return book.draw(phrases, toGameTexts(lead)) ?? title
  }
  return top === undefined ? title : `${top.value} for ${listTeams(top.teams)}`
}

function open(book: Phrasebook, { moment }: RecapMoment): string[] {
  return moment === 'usual' ? [] : draw(book, say.OPENERS[moment], null)
}

function tellLead(book: Phrasebook, { awards }: RecapDocument, lead: RecapGame): string[] {
  const top = awards.find(({ kind }) => kind === 'top')
  const line = tellGame(book, lead) ?? `${describeBriefly(lead)}.`
  const isTop = top?.teams.length === 1 && top.teams[0]?.id === lead.winner.id && !lead.tie
  if (top === undefined || (lead.tie && top.value === lead.score)) return [line]
  const isOfSeries = lead.series !== null
  return [
    line,
    ...(isTop && !isOfSeries
      ? draw(book, ALSO_TOP_PHRASES, { ...toGameTexts(lead), p: top.value })
      : tellTop(book, top, lead)),
  ]
}

function tellTop(book: Phrasebook, top: RecapAward, lead: RecapGame): string[] {
  const isLostLead = top.teams.length === 1 && top.teams[0]?.id === lead.loser.id && !lead.tie
  return draw(book, isLostLead ? say.TOP_LOSS_PHRASES : say.TOP_PHRASES, scoreOf(top))
}

function tellGame(book: Phrasebook, game: RecapGame): string | null {
  const texts = toGameTexts(game)
  const told = book.draw(GAME_PHRASES[game.kind], texts)
  if (told !== null) return told
  const isOrdinary = game.round === null && !game.tie
  return isOrdinary ? book.draw(GAME_PHRASES.plain, texts) : null
}

function tellGames(
  book: Phrasebook,
  { byes, awards, games }: RecapDocument,
  others: readonly RecapGame[],
  { isRegular }: RecapMoment,
): string[] {
  const lines: string[] = []
  const rest: RecapGame[] = []
  const consolation = others.filter(({ kind }) => kind === 'consolation')
  for (const game of others) {
    if (consolation.length > 1 && game.kind === 'consolation') continue
    const told = lines.length < MAX_TOLD_GAMES - 1 ? tellGame(book, game) : null
    if (told === null) rest.push(game)
    else lines.push(told)
  }
  const low = awards.find(({ kind }) => kind === 'low')
  return [
    ...lines,
    ...listGames('Elsewhere', rest),
    ...(consolation.length > 1 ? listGames('In the consolation bracket', consolation) : []),
    ...(byes.length === 0
      ? []
      : draw(book, isRegular ? say.BYE_PHRASES : say.PLAYOFF_BYE_PHRASES, { t: listTeams(byes) })),
    ...(low === undefined || isEverybodys(low, awards) ? [] : tellLow(book, low, games)),
  ]
}

function isEverybodys(low: RecapAward, awards: readonly RecapAward[]): boolean {
  return awards.some(({ kind, value }) => kind === 'top' && value === low.value)
}

function tellLow(book: Phrasebook, low: RecapAward, games: readonly RecapGame[]): string[] {
  const [team, ...tied] = low.teams
  const hasWon = tied.length === 0 && games.some(({ winner, tie }) => !tie && winner.id === team?.id)
  return draw(book, hasWon ? say.LOW_WIN_PHRASES : say.LOW_PHRASES, scoreOf(low))
}

function listGames(where: string, games: readonly RecapGame[]): string[] {
  return games.length === 0 ? [] : [`${where}, ${games.map(describeBriefly).join('; ')}.`]
}

function describeBriefly({ winner, loser, score, against, tie }: RecapGame): string {
  return tie
    ? `${winner.name} and ${loser.name} tied at ${score}`
    : `${winner.name} beat ${loser.name} ${bothScores(score, against)}`
}

function tellAwards(book: Phrasebook, { awards, games }: RecapDocument, moment: RecapMoment): string[] {
  const find = (kind: RecapAward['kind']) => awards.find((award) => award.kind === kind)
  const [player, pickup, bench, heartbreak] = [
    find('player'),
    find('pickup'),
    find('bench'),
    find('heartbreak'),
  ]
  const [perfect, asleep, top] = [find('perfect'), find('asleep'), find('top')]
  // Who lost with the highest score has been told.
  const isNews = heartbreak !== undefined && heartbreak.value !== top?.value
  return [
    ...(player === undefined ? [] : draw(book, say.PLAYER_PHRASES, playerOf(player))),
    ...(pickup === undefined || pickup.note === player?.note
      ? []
      : draw(book, say.PICKUP_PHRASES, playerOf(pickup))),
    ...(isNews ? draw(book, say.HEARTBREAK_PHRASES, scoreOf(heartbreak)) : []),
    ...(bench === undefined ? [] : tellBench(book, bench, moment.isSingleWeek ? games : [])),
    ...(perfect === undefined ? [] : draw(book, say.PERFECT_PHRASES, { t: listTeams(perfect.teams) })),
    ...(asleep === undefined ? [] : draw(book, say.ASLEEP_PHRASES, { t: listTeams(asleep.teams) })),
  ]
}

/** Points on the bench that would have won the game are worse. */
function tellBench(book: Phrasebook, bench: RecapAward, games: readonly RecapGame[]): string[] {
  const [team, ...others] = bench.teams
  const lost = games.find(({ loser, tie }) => !tie && others.length === 0 && loser.id === team?.id)
  return lost !== undefined && Number(lost.margin) < Number(bench.value)
    ? draw(book, say.COSTLY_BENCH_PHRASES, { ...scoreOf(bench), m: lost.margin })
    : draw(book, say.BENCH_PHRASES, scoreOf(bench))
}

function tellSeason(book: Phrasebook, facts: RecapDocument): string[] {
  return [
    ...facts.records.flatMap((record) => draw(book, say.RECORD_PHRASES, record)),
    ...tellPower(book, facts),
    ...tellOdds(book, facts),
    ...tellLeaders(book, facts),
  ]
}

function tellPower(book: Phrasebook, { power }: RecapDocument): string[] {
  const first = power.find(({ rank, change }) => rank === 1 && change > 0)
  const moved = power.filter(({ rank }) => rank > 1).sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
  const up = moved.find(({ change }) => change > 1)
  const down = moved.find(({ change }) => change < -1)
  const textsOf = ({ team, change, rank }: RecapDocument['power'][number]) => ({
    t: team.name,
    by: pluralize(Math.abs(change), 'spot'),
    rank,
  })
  return [
    ...(first === undefined ? [] : draw(book, say.FIRST_PLACE_PHRASES, { t: first.team.name })),
    ...(up === undefined ? [] : draw(book, say.RISE_PHRASES, textsOf(up))),
    ...(down === undefined ? [] : draw(book, say.FALL_PHRASES, textsOf(down))),
  ]
}

function tellOdds(book: Phrasebook, { odds }: RecapDocument): string[] {
  const withStatus = (status: RecapDocument['odds'][number]['status']) =>
    odds.filter((each) => each.status === status)
  const [clinched, eliminated] = [withStatus('clinched'), withStatus('eliminated')]
  const [best] = withStatus('new')
  const [[up], [down]] = [withStatus('up'), withStatus('down')]
  const textsOf = ({ team, before, after }: RecapDocument['odds'][number]) => ({
    t: team.name,
    before: before ?? '',
    after,
  })
  return [
    ...(clinched.length === 0 ? [] : draw(book, say.CLINCHED_PHRASES, { t: listTeams(teamsOf(clinched)) })),
    ...(eliminated.length === 0
      ? []
      : draw(book, say.ELIMINATED_PHRASES, { t: listTeams(teamsOf(eliminated)) })),
    ...(best === undefined ? [] : draw(book, say.NEW_ODDS_PHRASES, textsOf(best))),
    ...(up === undefined ? [] : draw(book, say.UP_PHRASES, textsOf(up))),
    ...(down === undefined ? [] : draw(book, say.DOWN_PHRASES, textsOf(down))),
  ]
}

/** Nobody leads after a single game, and half of the league can share a record. */
function tellLeaders(book: Phrasebook, { standings }: RecapDocument): string[] {
  const [first] = standings
  if (first === undefined) return []
  const leaders = standings.filter(({ record }) => record === first.record)
  if (leaders.length > MAX_NAMES) return []
  const phrases = leaders.length === 1 ? say.LEADER_PHRASES : say.SHARED_LEAD_PHRASES
  return draw(book, phrases, { t: listTeams(teamsOf(leaders)), record: first.record })
}

const teamsOf = (entries: readonly { team: RecapTeam }[]) => entries.map(({ team }) => team)

function listTeams(teams: readonly RecapTeam[]): string {
  const names = teams.map(({ name }) => name)
  return joinNames(names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES - 1), 'others'] : names)
}

const scoreOf = ({ teams, value }: RecapAward) => ({ t: listTeams(teams), p: value })

const playerOf = (award: RecapAward) => ({ ...scoreOf(award), player: award.note ?? '' })

function draw<Fact>(book: Phrasebook, phrases: Parameters<typeof book.draw<Fact>>[0], fact: Fact): string[] {
  const line = book.draw(phrases, fact)
  return line === null ? [] : [line]
}
