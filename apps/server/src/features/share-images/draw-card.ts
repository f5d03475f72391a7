import type { LeagueMatchup, TopScorer } from '@fieldhouse/contract/matchups'
import { formatShare } from '@fieldhouse/domain/format-share'
import {
  type GameRecord,
  RECORD_NAMES,
  RECORD_TITLES,
  type RecordName,
} from '@fieldhouse/domain/history/league-records'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { marginOf, type Recap, recapTitle } from '@fieldhouse/domain/notifications/recap'
import { formatOrdinal, pluralize } from '@fieldhouse/domain/pluralize'
import {
  formatFinalScores,
  formatMargin,
  formatPoints,
  type Points,
  pointsFromDecimal,
} from '@fieldhouse/domain/points'
import type { RecapDocument, RecapTeam } from '@fieldhouse/domain/recap/recap-document'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { type Box, charactersOf, type Drawing, teamInk, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  centerIn,
  displayName,
  drawLogo,
  drawPanel,
  drawSplitBar,
  formatScore,
  grid,
  inset,
  nameColor,
  playerName,
  split,
  writeLines,
} from './card.ts'
import { drawDraft, drawTrade } from './move-cards.ts'
import type { CardContent, Content } from './read-card-image.ts'
import { drawRace, drawSeasonCard, drawStandings, drawTeam } from './season-cards.ts'

const DRAW: { [Kind in CardContent['kind']]: (context: CardContext, content: Content<Kind>) => Drawing } = {
  matchup: drawMatchup,
  standings: drawStandings,
  team: drawTeam,
  recap: drawRecap,
  race: drawRace,
  'season-card': drawSeasonCard,
  records: drawRecords,
  'head-to-head': drawHeadToHead,
  trade: drawTrade,
  draft: drawDraft,
}

export function drawCard<Kind extends CardContent['kind']>(
  context: CardContext,
  content: Content<Kind>,
): Drawing {
  return DRAW[content.kind](context, content)
}

type Side = LeagueMatchup['home']

const STATES = { before: 'Upcoming', live: 'Live', final: 'Final', not_played: 'Not played' } as const

function drawMatchup(context: CardContext, { season, matchup }: Content<'matchup'>): Drawing {
  const { state, round, week, away, home } = matchup
  const card = beginCard(context, {
    title: round === null ? `Week ${week} Matchup` : round.name,
    detail: round === null ? `Season ${season}` : `Week ${week} · ${season}`,
    badge: { text: STATES[state], isLive: state === 'live' },
  })
  const { content, isWide, picture } = card
  const hasBottom = state === 'final' || (away.win_chance !== null && home.win_chance !== null)
  const gap = isWide ? 24 : 28
  const bottomHeight = isWide ? 96 : 150
  const height = content.height - (hasBottom ? bottomHeight + gap : 0)
  const scores = scoresOf(matchup)
  const leader = leadingSide(matchup)
  for (const [index, box] of grid({ ...content, height }, 2, isWide ? 2 : 1, gap).entries()) {
    const side = index === 0 ? away : home
    const isMuted = state === 'before' || (leader !== null && matchup[leader] !== side)
    drawSide(card, box, side, { state, score: scores[index] ?? '', isMuted })
  }
  const bottom = { ...content, y: content.y + height + gap, height: bottomHeight }
  if (state === 'final') drawOutcome(card, bottom, matchup, leader)
  else drawChances(card, bottom, matchup)
  return picture.finish()
}

function drawSide(
  card: Card,
  box: Box,
  side: Side,
  { state, score, isMuted }: { state: LeagueMatchup['state']; score: string; isMuted: boolean },
): void {
  const { palette, isWide } = card
  drawPanel(card, box, teamInk(side.color ?? null, palette))
  const padding = isWide ? 28 : 36
  const logo = isWide ? 104 : 132
  const inner = { x: box.x + padding, width: box.width - 2 * padding }
  const top = box.y + padding + 10
  drawLogo(card, side, inner.x, top, logo)
  const beside = { x: inner.x + logo + 24, maxWidth: inner.width - logo - 24 }
  const size = isWide ? 38 : 54
  const name = wrapText(displayName(side.name), { size, weight: 700, maxWidth: beside.maxWidth })
  const lineHeight = name.size * 1.08
  const detailSize = isWide ? 24 : 30
  const blockHeight = name.lines.length * lineHeight + detailSize * 1.3
  const first = top + (logo - blockHeight) / 2 + name.size * 0.85
  const y = writeLines(card.name, name, { ...beside, y: first }, lineHeight)
  const seed = side.seed === null ? '' : ` · ${formatOrdinal(side.seed)} seed`
  card.note(`${formatRecord(side.record)}${seed}`, detailSize, { ...beside, y })
  const scoreSize = Math.min(isWide ? 150 : 230, (box.height - logo - 3 * padding) * 1.08)
  const baseline = box.y + box.height - padding - (isWide ? 4 : 8)
  const scoreWidth = card.figure(score, scoreSize, {
    x: inner.x,
    y: baseline,
    color: isMuted ? palette.muted : palette.ink,
    maxWidth: inner.width * 0.72,
    minSize: scoreSize * 0.5,
  })
  const notes = notesOf(side, state)
  const noteSize = isWide ? 22 : 30
  const right = {
    ...inner,
    align: 'right',
    maxWidth: inner.width - scoreWidth - 20,
    minSize: noteSize,
  } as const
  for (const [index, note] of notes.entries()) {
    const below = notes.length - 1 - index
    card.note(note, noteSize, {
      ...right,
      y: baseline - below * noteSize * 1.25,
      weight: below === 0 ? 700 : 500,
    })
  }
}

function notesOf({ top_scorer: top, proj, remaining }: Side, state: LeagueMatchup['state']): string[] {
  if (state === 'before') return proj === null ? [] : ['Projected']
  if (state === 'live')
    return [
      ...(remaining === null ? [] : [`${remaining.yet_to_play} yet to play`]),
      ...(proj === null ? [] : [`Proj ${formatScore(proj)}`]),
    ]
  return top === null ? [] : ['Top scorer', lastNameOf(top), formatScore(top.points)]
}

/** 'J. Allen' of 'Josh Allen', so that it fits beside a score. */
function lastNameOf({ espn_id: playerId, player }: TopScorer): string {
  const name = playerName(player, playerId)
  const [first = '', ...rest] = name.split(' ')
  return rest.length === 0 || name.endsWith('D/ST')
    ? name
    : `${charactersOf(first)[0] ?? ''}. ${rest.join(' ')}`
}

type Leader = 'home' | 'away' | null

function drawOutcome(card: Card, box: Box, matchup: LeagueMatchup, leader: Leader): void {
  const text =
    leader === null ? 'It ends in a tie' : `${displayName(matchup[leader].name)} ${winText(matchup, leader)}`
  const size = card.isWide ? 44 : 56
  const y = box.y + box.height / 2 + size * 0.36
  card.figure(text, size, { ...box, y, align: 'center', minSize: size * 0.6 })
}

function winText({ round, home, away }: LeagueMatchup, winner: 'home' | 'away'): string {
  const verb = round?.name === 'Championship' ? 'is the champion' : 'wins'
  if (home.score === null || away.score === null) return verb
  const margin = Math.abs(pointsFromDecimal(home.score) - pointsFromDecimal(away.score)) as Points
  const isByPoints = margin > 0 && (winner === 'home') === home.score > away.score
  return isByPoints && verb === 'wins' ? `wins by ${formatMargin(margin)}` : verb
}

function drawChances(card: Card, box: Box, { away, home }: LeagueMatchup): void {
  if (away.win_chance === null || home.win_chance === null) return
  const { isWide } = card
  const size = isWide ? 34 : 46
  const y = box.y + size * 0.9
  const rounded = Math.round(away.win_chance * 100)
  card.figure(formatShare(away.win_chance, rounded), size, { ...box, y })
  card.figure(formatShare(1 - away.win_chance, 100 - rounded), size, { ...box, y, align: 'right' })
  card.note('Win probability', isWide ? 24 : 32, { ...box, y, align: 'center' })
  const bar = { ...box, y: y + (isWide ? 20 : 28), height: isWide ? 24 : 32 }
  drawSplitBar(card, bar, away.win_chance, [away, home])
}

function scoresOf({ state, away, home }: LeagueMatchup): string[] {
  if (away.categories !== null && home.categories !== null)
    return [formatRecord(away.categories), formatRecord(home.categories)]
  if (state === 'before') return [formatScore(away.proj), formatScore(home.proj)]
  if (state === 'live' || away.score === null || home.score === null)
    return [formatScore(away.score), formatScore(home.score)]
  return formatFinalScores(pointsFromDecimal(away.score), pointsFromDecimal(home.score))
}

function leadingSide({ state, result, away, home }: LeagueMatchup): Leader {
  if (result !== null) return result === 'tie' ? null : result
  const [awayScore, homeScore] = [away, home].map(({ score, categories }) => categories?.wins ?? score)
  if (state === 'before' || awayScore == null || homeScore == null || awayScore === homeScore) return null
  return awayScore > homeScore ? 'away' : 'home'
}

type Named = Recap['highest']['teams'][number]

type Face = { title: string; results: Result[]; highlights: Highlight[] }

type Result = { winner: Named; loser: Named; scores: readonly string[]; isTie: boolean }

type Highlight = { label: string; value: string; team: Named; note: string }

const MAX_RESULTS = { wide: 8, tall: 10 } as const
const MAX_HIGHLIGHTS = 4

/** The results of a week, and what stands out. A posted recap is drawn as it was posted, whatever changed since. */
function drawRecap(context: CardContext, content: Content<'recap'>): Drawing {
  const { season, recap, document } = content
  const teams = new Map(content.teams.map((team) => [team.teamId, team]))
  const teamOf = ({ teamId, name }: Named): CardTeam => teams.get(teamId) ?? { name, logo: null }
  const face = document === null || document.games.length === 0 ? faceOf(recap) : faceOfDocument(document)
  const card = beginCard(context, { title: face.title, detail: `Season ${season}` })
  const { isWide, format } = card
  const highlights = face.highlights.slice(0, MAX_HIGHLIGHTS)
  const results = face.results.slice(0, MAX_RESULTS[format])
  const [list, side] = split(card, card.content, isWide ? 640 : card.content.height * 0.58, 24)
  drawPanel(card, list)
  const height = (list.height - 24) / Math.max(results.length, 4)
  for (const [index, result] of results.entries())
    drawResult(card, { ...list, y: list.y + 12 + index * height, height }, result, teamOf)
  const boxes = grid(side, highlights.length, isWide ? 1 : 2, 16)
  for (const [index, highlight] of highlights.entries())
    drawHighlight(card, boxes[index] as Box, highlight, teamOf(highlight.team))
  return card.picture.finish()
}

function faceOf(recap: Recap): Face {
  return {
    title: recapTitle(recap),
    results: recap.results.map(({ winnerPoints, loserPoints, ...result }) => ({
      ...result,
      scores: formatFinalScores(winnerPoints, loserPoints),
    })),
    highlights: highlightsOf(recap),
  }
}

function faceOfDocument({ title, headline, games, awards, power, odds }: RecapDocument): Face {
  const award = (kind: RecapDocument['awards'][number]['kind'], hasNote = true) =>
    awards
      .filter((each) => each.kind === kind)
      .slice(0, 1)
      .flatMap(({ label, value, note, teams: [team] }) =>
        team === undefined ? [] : [{ label, value, team: toNamed(team), note: (hasNote && note) || '' }],
      )
  const movers = power.filter(({ change }) => change > 0).sort((a, b) => b.change - a.change)
  return {
    title: headline === title ? title : `${title}: ${displayName(headline)}`,
    results: games.map(({ winner, loser, score, against, tie }) => ({
      winner: toNamed(winner),
      loser: toNamed(loser),
      scores: [score, against],
      isTie: tie,
    })),
    highlights: [
      ...award('top'),
      ...award('player'),
      ...movers.slice(0, 1).map(({ rank, team, change }) => ({
        label: 'Power ranking',
        value: `No. ${rank}`,
        team: toNamed(team),
        note: `up ${change}`,
      })),
      ...odds
        .filter(({ before }) => before !== null)
        .slice(0, 1)
        .map(({ team, before, after }) => ({
          label: 'Playoff odds',
          value: after,
          team: toNamed(team),
          note: `${before} before`,
        })),
      ...award('low', false),
    ],
  }
}

function toNamed({ id, name }: RecapTeam): Named {
  return { teamId: id, name }
}

function highlightsOf({ highest, lowest, closest, regrets, streaks }: Recap): Highlight[] {
  return [
    ...scoreHighlight('High score', highest),
    ...scoreHighlight('Low score', lowest),
    ...closest.slice(0, 1).map((game) => ({
      label: 'Closest game',
      value: `by ${formatMargin(marginOf(game))}`,
      team: game.winner,
      note: `over ${displayName(game.loser.name)}`,
    })),
    ...regrets.slice(0, 1).map(({ team, missedPoints, benchedPlayer: player }) => ({
      label: 'Bench regret',
      value: formatPoints(missedPoints),
      team,
      note: player === null ? 'points left on the bench' : `benched ${player.name}`,
    })),
    ...streaks
      .slice(0, 1)
      .map(({ team, kind, games }) => ({ label: 'Streak', value: `${games} in a row`, team, note: kind })),
  ]
}

function scoreHighlight(label: string, { teams, points }: Recap['highest']): Highlight[] {
  const [team, ...others] = teams
  if (team === undefined) return []
  const names = others.map(({ name }) => displayName(name)).join(', ')
  return [{ label, value: formatPoints(points), team, note: names === '' ? '' : `tied with ${names}` }]
}

function drawResult(
  card: Card,
  row: Box,
  { winner, loser, scores, isTie }: Result,
  teamOf: (team: Named) => CardTeam,
): void {
  const half = row.height / 2
  const size = Math.min(card.isWide ? 30 : 38, half * 0.66)
  const side = Math.min(half * 0.78, 48)
  for (const [index, team] of [winner, loser].entries()) {
    const write = index === 0 && !isTie ? card.figure : card.note
    const y = row.y + half * index + (index === 0 ? half * 0.08 : -half * 0.08)
    const line = { ...centerIn({ ...row, y, height: half }, size), align: 'left' } as const
    drawLogo(card, teamOf(team), row.x + 24, y + (half - side) / 2, side)
    write(displayName(team.name), size, { ...line, x: row.x + 40 + side, width: row.width - side - 190 })
    write(scores[index] ?? '', size, { ...line, width: row.width - 28, align: 'right', maxWidth: 110 })
  }
}

function drawHighlight(card: Card, box: Box, { label, value, team, note }: Highlight, cardTeam: CardTeam) {
  drawPanel(card, box)
  const padding = 20
  const side = Math.min(64, box.height - 2 * padding)
  drawLogo(card, cardTeam, box.x + padding, box.y + (box.height - side) / 2, side)
  const x = box.x + padding + side + 18
  const width = box.x + box.width - padding - x
  const [labelSize, nameSize] = card.isWide ? [18, 24] : [22, 28]
  const lineHeight = nameSize * 1.2
  const y = box.y + (box.height - (note === '' ? 2 : 3) * lineHeight) / 2 + nameSize * 0.86
  const right = { x, width, y: y + lineHeight * 0.1, align: 'right', maxWidth: width * 0.6 } as const
  const valueWidth = card.figure(value, nameSize * 1.3, right)
  card.note(label, labelSize, { x, y, maxWidth: width - valueWidth - 12 })
  card.name(displayName(team.name), nameSize, { x, width, y: y + lineHeight })
  card.note(note, labelSize * 1.05, { x, width, y: y + 2 * lineHeight, minSize: labelSize })
}

function drawHeadToHead(context: CardContext, content: Content<'head-to-head'>): Drawing {
  const { sides, meetings } = content
  const { totals, games } = meetings
  const seasons = [...new Set([games[0]?.season, games.at(-1)?.season])].filter((each) => each !== undefined)
  const detail = [pluralize(games.length, 'game'), seasons.join('–')]
    .filter((part) => part !== '')
    .join(' · ')
  const card = beginCard(context, { title: 'Head-to-Head', detail })
  const { isWide, picture } = card
  drawPanel(card, card.content)
  const inner = inset(card.content, isWide ? 36 : 56)
  const logo = isWide ? 130 : 200
  const width = isWide ? 330 : inner.width / 2 - 20
  drawOwner(card, sides[0], { ...inner, width }, logo)
  drawOwner(card, sides[1], { ...inner, x: inner.x + inner.width - width, width }, logo)
  const y = isWide ? inner.y + 140 : inner.y + logo + 400
  const maxWidth = isWide ? inner.width - 2 * width : inner.width
  const score = { ...inner, y, align: 'center', maxWidth } as const
  card.figure(formatRecord({ ...totals, ties: 0 }), isWide ? 170 : 260, { ...score, minSize: 60 })
  if (totals.ties > 0)
    card.note(pluralize(totals.ties, 'tie'), isWide ? 26 : 36, { ...score, y: y + (isWide ? 40 : 56) })
  const bar = { ...inner, y: isWide ? inner.y + 228 : y + 100, height: isWide ? 22 : 32 }
  const share = totals.games === 0 ? 0.5 : (totals.wins + totals.ties / 2) / totals.games
  drawSplitBar(card, bar, share, sides)
  drawFacts(card, { ...inner, y: bar.y + (isWide ? 44 : 80) }, content)
  return picture.finish()
}

function drawOwner(card: Card, owner: CardTeam, box: Box, logo: number): void {
  drawLogo(card, owner, box.x + (box.width - logo) / 2, box.y, logo)
  const style = { size: card.isWide ? 36 : 52, weight: 700, maxWidth: box.width } as const
  const name = wrapText(displayName(owner.name), style)
  const first = { ...box, y: box.y + logo + name.size * 1.15, align: 'center' } as const
  writeLines(card.name, name, first, name.size * 1.08)
}

function drawFacts(card: Card, box: Box, { sides, meetings: { totals, games } }: Content<'head-to-head'>) {
  const latest = games.at(-1)
  const average = (points: Points) =>
    totals.games === 0 ? '–' : formatPoints(Math.round(points / totals.games) as Points)
  const facts = [
    ['Average score', `${average(totals.pointsFor)}–${average(totals.pointsAgainst)}`],
    ['Playoff games', `${games.filter(({ isPlayoff }) => isPlayoff).length}`],
    ...(latest === undefined ? [] : [['Last game', lastGame(latest, sides[0])]]),
  ]
  const size = card.isWide ? 27 : 36
  for (const [index, [label = '', value = '']] of facts.entries()) {
    const line = { x: box.x, y: box.y + size * 0.8 + index * size * 1.36, width: box.width }
    const labelWidth = card.note(label, size, line)
    card.name(value, size, { ...line, align: 'right', maxWidth: box.width - labelWidth - 24 })
  }
}

function lastGame({ season, period, home, away, result }: PlayedGame, a: CardTeam): string {
  const [own, other] = home.owner?.name === a.name ? [home, away] : [away, home]
  const [ownScore, otherScore] = formatFinalScores(own.points, other.points)
  const winner = result === 'tie' ? null : { home, away }[result]
  const outcome = winner === null ? 'Tied' : ownerOf(winner)
  const scores = winner === other ? `${otherScore}–${ownScore}` : `${ownScore}–${otherScore}`
  return `${outcome} ${scores} (Week ${period}, ${season})`
}

function drawRecords(context: CardContext, { name, records }: Content<'records'>): Drawing {
  const record = name === null ? null : records[name]
  if (name !== null && record !== null) return drawRecord(context, name, record)
  const card = beginCard(context, { title: 'League Records', detail: 'All time' })
  const boxes = grid(card.content, RECORD_NAMES.length, card.isWide ? 3 : 2, 20)
  for (const [index, each] of RECORD_NAMES.entries()) drawTile(card, boxes[index] as Box, each, records[each])
  return card.picture.finish()
}

function toLines(name: RecordName, { game, value, side }: GameRecord) {
  const first = side ?? (game.result === 'away' ? 'away' : 'home')
  const second = first === 'home' ? 'away' : 'home'
  const scores = formatFinalScores(game[first].points, game[second].points).join('–')
  const isMargin = name === 'biggest_blowout' || name === 'closest_win'
  const [holder, other] = [ownerOf(game[first]), ownerOf(game[second])]
  return {
    value: isMargin ? `by ${formatMargin(value)}` : formatPoints(value),
    holder: side === null ? `${holder} vs ${other}` : holder,
    notes: [side === null ? scores : `${scores} vs ${other}`, `Week ${game.period}, ${game.season}`],
  }
}

function ownerOf({ owner, team }: PlayedGame['home']): string {
  return displayName(owner?.name ?? team.name)
}

function drawTile(card: Card, box: Box, name: RecordName, record: GameRecord | null): void {
  const { palette, isWide } = card
  drawPanel(card, box, palette.gold)
  const padding = isWide ? 22 : 30
  const within = { x: box.x + padding, maxWidth: box.width - 2 * padding }
  const [labelSize, valueSize, nameSize, noteSize] = isWide ? [21, 60, 26, 19] : [27, 88, 36, 26]
  const height = labelSize + valueSize * 1.02 + nameSize * 1.25 + 2 * noteSize * 1.3
  let y = box.y + 6 + (box.height - height) / 2 + labelSize * 0.9
  card.note(RECORD_TITLES[name], labelSize, { ...within, y })
  y += valueSize * 1.02
  const lines = record === null ? null : toLines(name, record)
  card.figure(lines?.value ?? '–', valueSize, { ...within, y })
  if (lines === null) return
  y += nameSize * 1.4
  card.name(lines.holder, nameSize, { ...within, y })
  y += noteSize * 1.3
  writeLines(card.note, { lines: lines.notes, size: noteSize }, { ...within, y }, noteSize * 1.3)
}

function drawRecord(context: CardContext, name: RecordName, record: GameRecord): Drawing {
  const card = beginCard(context, { title: RECORD_TITLES[name], detail: 'League record' })
  const { content, isWide } = card
  drawPanel(card, content, card.palette.gold)
  const { value, holder, notes } = toLines(name, record)
  const maxWidth = content.width - 96
  const names = wrapText(holder, { size: isWide ? 46 : 64, weight: 700, maxWidth })
  const noteSize = isWide ? 28 : 40
  const namesHeight = names.lines.length * names.size * 1.16 + noteSize * 2.9
  const side = isWide ? 84 : 150
  const valueSize = Math.min(isWide ? 190 : 300, (content.height - 56 - side - namesHeight) * 1.1)
  const top = content.y + 8 + (content.height - side - valueSize * 0.9 - namesHeight) / 2
  const { game } = record
  const holders = record.side === null ? [game.away, game.home] : [game[record.side]]
  const left = content.x + (content.width - holders.length * (side + 24) + 24) / 2
  for (const [index, each] of holders.entries()) {
    const team = { name: ownerOf(each), logo: each.team.logo, color: nameColor(ownerOf(each)) }
    drawLogo(card, team, left + index * (side + 24), top, side)
  }
  const centered = { ...content, align: 'center', maxWidth } as const
  const valueY = top + side + valueSize * 0.9
  card.figure(value, valueSize, { ...centered, y: valueY })
  const namesLine = { ...centered, y: valueY + names.size * 1.16 }
  const below = writeLines(card.name, names, namesLine, names.size * 1.16) - names.size * 1.16
  const notesLine = { ...centered, y: below + noteSize * 1.36 }
  writeLines(card.note, { lines: notes, size: noteSize }, notesLine, noteSize * 1.36)
  return card.picture.finish()
}
