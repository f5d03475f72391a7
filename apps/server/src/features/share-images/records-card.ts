import {
  type GameRecord,
  type LeagueRecords,
  RECORD_NAMES,
  type RecordName,
} from '@fieldhouse/domain/history/league-records'
import { formatFinalScores, formatMargin, formatPoints } from '@fieldhouse/domain/points'
import { type Box, type Drawing, wrapText } from '../../drawing/picture.ts'
import {
  beginCard,
  type Card,
  type CardContext,
  displayName,
  drawLogo,
  drawPanel,
  nameColor,
} from './card.ts'

const LABELS: Record<RecordName, string> = {
  highest_game: 'Highest combined score',
  biggest_blowout: 'Biggest blowout',
  highest_team_game: 'Highest team score',
  highest_loser: 'Highest losing score',
  lowest_winner: 'Lowest winning score',
  closest_win: 'Closest win',
}

/** A record of the league, or all of them. */
export function drawRecords(context: CardContext, name: RecordName | null, records: LeagueRecords): Drawing {
  const record = name === null ? null : records[name]
  return name === null || record === null ? drawAll(context, records) : drawOne(context, name, record)
}

function drawAll(context: CardContext, records: LeagueRecords): Drawing {
  const card = beginCard(context, { title: 'League Records', detail: 'All time' })
  const { content, isWide, picture } = card
  const [columns, gap] = [isWide ? 3 : 2, 20]
  const rows = Math.ceil(RECORD_NAMES.length / columns)
  const width = (content.width - gap * (columns - 1)) / columns
  const height = (content.height - gap * (rows - 1)) / rows
  for (const [index, name] of RECORD_NAMES.entries()) {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    drawTile(
      card,
      { x: content.x + column * (width + gap), y: content.y + row * (height + gap), width, height },
      LABELS[name],
      records[name] === null ? null : toLines(name, records[name]),
    )
  }
  return picture.finish()
}

type RecordLines = { value: string; holder: string; score: string; when: string }

function toLines(name: RecordName, { game, value, side }: GameRecord): RecordLines {
  const first = side ?? (game.result === 'away' ? 'away' : 'home')
  const second = first === 'home' ? 'away' : 'home'
  const [firstScore, secondScore] = formatFinalScores(game[first].points, game[second].points)
  const isMargin = name === 'biggest_blowout' || name === 'closest_win'
  const holder = ownerOf(game[first])
  return {
    value: isMargin ? `by ${formatMargin(value)}` : formatPoints(value),
    holder: side === null ? `${holder} vs ${ownerOf(game[second])}` : holder,
    score:
      side === null
        ? `${firstScore}–${secondScore}`
        : `${firstScore}–${secondScore} vs ${ownerOf(game[second])}`,
    when: `Week ${game.period}, ${game.season}`,
  }
}

function ownerOf({ owner, team }: GameRecord['game']['home']): string {
  return displayName(owner?.name ?? team.name)
}

function drawTile(card: Card, box: Box, label: string, lines: RecordLines | null): void {
  const { picture, palette, isWide } = card
  drawPanel(card, box, palette.gold)
  const padding = isWide ? 22 : 30
  const [left, maxWidth] = [box.x + padding, box.width - 2 * padding]
  const sizes = isWide
    ? { label: 21, value: 60, name: 26, note: 19 }
    : { label: 27, value: 88, name: 36, note: 26 }
  const height = sizes.label + sizes.value * 1.02 + sizes.name * 1.25 + 2 * sizes.note * 1.3
  let y = box.y + 6 + (box.height - height) / 2 + sizes.label * 0.9
  picture.text(label, { x: left, y, size: sizes.label, color: palette.muted, maxWidth })
  y += sizes.value * 1.02
  picture.text(lines?.value ?? '–', {
    x: left,
    y,
    size: sizes.value,
    weight: 900,
    color: palette.ink,
    maxWidth,
  })
  if (lines === null) return
  y += sizes.name * 1.4
  picture.text(lines.holder, { x: left, y, size: sizes.name, weight: 700, color: palette.ink, maxWidth })
  for (const note of [lines.score, lines.when]) {
    y += sizes.note * 1.3
    picture.text(note, { x: left, y, size: sizes.note, color: palette.muted, maxWidth })
  }
}

function drawOne(context: CardContext, name: RecordName, record: GameRecord): Drawing {
  const card = beginCard(context, { title: LABELS[name], detail: 'League record' })
  const { content, isWide, picture, palette } = card
  drawPanel(card, content, palette.gold)
  const lines = toLines(name, record)
  const middle = content.x + content.width / 2
  const sides = sidesOf(record)
  const maxWidth = content.width - 96
  const { lines: names, size: nameSize } = wrapText(lines.holder, {
    size: isWide ? 46 : 64,
    weight: 700,
    maxWidth,
  })
  const noteSize = isWide ? 28 : 40
  const namesHeight = names.length * nameSize * 1.16 + noteSize * 2.9
  const logoSide = isWide ? 84 : 150
  const valueSize = Math.min(isWide ? 190 : 300, (content.height - 56 - logoSide - namesHeight) * 1.1)
  const height = logoSide + valueSize * 0.9 + namesHeight
  let y = content.y + 8 + (content.height - height) / 2
  const rowWidth = sides.length * logoSide + (sides.length - 1) * 24
  for (const [index, team] of sides.entries())
    drawLogo(card, team, middle - rowWidth / 2 + index * (logoSide + 24), y, logoSide)
  y += logoSide + valueSize * 0.9
  const centered = { x: middle, align: 'center', maxWidth } as const
  picture.text(lines.value, { ...centered, y, size: valueSize, weight: 900, color: palette.ink })
  for (const line of names) {
    y += nameSize * 1.16
    picture.text(line, { ...centered, y, size: nameSize, weight: 700, color: palette.ink })
  }
  for (const note of [lines.score, lines.when]) {
    y += noteSize * 1.36
    picture.text(note, { ...centered, y, size: noteSize, color: palette.muted })
  }
  return picture.finish()
}

function sidesOf({ game, side }: GameRecord) {
  const holders = side === null ? [game.away, game.home] : [game[side]]
  return holders.map((each) => ({
    name: ownerOf(each),
    logo: each.team.logo,
    color: nameColor(ownerOf(each)),
  }))
}
