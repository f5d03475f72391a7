import {
  type GameRecord,
  RECORD_NAMES,
  RECORD_TITLES,
  type RecordName,
} from '@fieldhouse/domain/history/league-records'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { formatFinalScores, formatMargin, formatPoints, type Points } from '@fieldhouse/domain/points'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { type Box, type Drawing, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  type CardTeam,
  displayName,
  drawLogo,
  drawPanel,
  drawSplitBar,
  grid,
  inset,
  nameColor,
  writeLines,
} from './card.ts'
import type { Content } from './read-card-image.ts'

export function drawHeadToHead(context: CardContext, content: Content<'head-to-head'>): Drawing {
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

export function drawRecords(context: CardContext, { name, records }: Content<'records'>): Drawing {
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
