import type { ShareFormat } from '@fieldhouse/contract/share-images'
import { fromHsl, toHex } from '@fieldhouse/domain/colors'
import { initialsOf } from '@fieldhouse/domain/names'
import { nflTeamById, nicknameOf } from '@fieldhouse/domain/nfl/nfl-teams'
import { teamOfDefense } from '@fieldhouse/domain/nfl/player'
import { formatPoints, pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Weight } from '../../drawing/faces.ts'
import {
  type Box,
  CAPITAL,
  createPicture,
  type Palette,
  type TextOptions,
  teamFill,
  teamInk,
  toDrawable,
  type wrapText,
} from '../../drawing/picture.ts'

export type CardContext = {
  format: ShareFormat
  palette: Palette
  league: string
  logos: ReadonlyMap<string, Uint8Array>
}

export type CardTeam = { name: string; logo: string | null; color?: string | null | undefined }

/** A card with its header and footer. `content` is the space between them. */
export type Card = ReturnType<typeof beginCard>

const SIZES = { wide: { width: 1200, height: 630 }, tall: { width: 1080, height: 1350 } } as const

const MARGIN = 48

const STYLES = {
  name: { weight: 700, color: 'ink' },
  note: { weight: 500, color: 'muted' },
  figure: { weight: 900, color: 'ink' },
} as const satisfies Record<string, { weight: Weight; color: keyof Palette }>

/** Where a line of text is. It is aligned in `width`, which limits it unless `maxWidth` does. */
type Line = Omit<TextOptions, 'size' | 'color'> & { width?: number; color?: string }

export function beginCard(
  context: CardContext,
  { title, detail, badge }: { title: string; detail: string; badge?: { text: string; isLive: boolean } },
) {
  const { format, palette, league } = context
  const { width, height } = SIZES[format]
  const isWide = format === 'wide'
  const picture = createPicture(width, height, palette.surface)
  const write =
    (style: keyof typeof STYLES) =>
    (text: string, size: number, { width: span = 0, maxWidth = span || Infinity, ...line }: Line): number =>
      picture.text(text, {
        ...STYLES[style],
        color: palette[STYLES[style].color],
        size,
        maxWidth,
        ...line,
        x: line.x + span * { left: 0, center: 0.5, right: 1 }[line.align ?? 'left'],
      })
  const [name, note, figure] = [write('name'), write('note'), write('figure')]
  const card = { ...context, picture, isWide, name, note, figure }
  picture.rect({ x: 0, y: 0, width, height: 10 }, { fill: palette.accent })
  const across = { x: MARGIN, width: width - 2 * MARGIN }
  const top = isWide ? 66 : 96
  const titleSize = isWide ? 42 : 60
  const badgeWidth = badge === undefined ? 0 : drawBadge(card, badge, width - MARGIN, top)
  const titleWidth = across.width - badgeWidth - 24
  card.figure(title, titleSize, { x: MARGIN, y: top, maxWidth: titleWidth, minSize: titleSize * 0.6 })
  const below = { ...across, y: top + (isWide ? 36 : 48) }
  const size = isWide ? 24 : 32
  const detailWidth = card.note(detail, size, { ...below, align: 'right', maxWidth: width * 0.5 })
  card.note(league, size, { ...below, weight: 700, maxWidth: across.width - detailWidth - 32 })
  const footerY = height - (isWide ? 18 : 32)
  card.note('Fieldhouse', 20, { ...across, y: footerY, weight: 700, align: 'right' })
  const y = below.y + (isWide ? 26 : 44)
  return { ...card, content: { ...across, y, height: footerY - (isWide ? 30 : 44) - y } }
}

function drawBadge(
  { picture, palette, isWide }: Pick<Card, 'picture' | 'palette' | 'isWide'>,
  { text, isLive }: { text: string; isLive: boolean },
  right: number,
  baseline: number,
): number {
  const size = isWide ? 24 : 32
  const color = isLive ? palette.surface : palette.accentInk
  const [label, padding, height] = [text.toUpperCase(), size * 0.8, size * 1.7]
  const style = { size, weight: 700, color, align: 'right', maxWidth: 420 } as const
  // Drawn beneath the text, whose width is known only then.
  const width = createPicture(1, 1, color).text(label, { ...style, x: 0, y: 0 }) + 2 * padding
  const middle = baseline - (isWide ? 42 : 60) * (CAPITAL / 2)
  picture.rect(
    { x: right - width, y: middle - height / 2, width, height },
    { fill: isLive ? palette.bad : palette.accent, radius: height / 2 },
  )
  picture.text(label, { ...style, x: right - padding, y: middle + size * (CAPITAL / 2) })
  return width
}

export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by }
}

/** Divides a box: on a wide card the parts are side by side, on a tall one below each other. */
export function split({ isWide }: Card, box: Box, first: number, gap: number): [Box, Box] {
  return isWide
    ? [
        { ...box, width: first },
        { ...box, x: box.x + first + gap, width: box.width - first - gap },
      ]
    : [
        { ...box, height: first },
        { ...box, y: box.y + first + gap, height: box.height - first - gap },
      ]
}

export function grid(box: Box, count: number, columns: number, gap: number): Box[] {
  const rows = Math.ceil(count / columns)
  const width = (box.width - gap * (columns - 1)) / columns
  const height = (box.height - gap * (rows - 1)) / rows
  return Array.from({ length: count }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    return { x: box.x + column * (width + gap), y: box.y + row * (height + gap), width, height }
  })
}

/** A text on one or two lines, the first of them at `y`. Returns the baseline below the last one. */
export function writeLines(
  write: Card['name'],
  { lines, size }: ReturnType<typeof wrapText>,
  line: Line,
  lineHeight: number,
): number {
  for (const [index, text] of lines.entries()) write(text, size, { ...line, y: line.y + index * lineHeight })
  return line.y + lines.length * lineHeight
}

export function centerIn({ x, y, width, height }: Box, size: number): Line {
  return { x, y: y + height / 2 + size * (CAPITAL / 2), width, align: 'center' }
}

export function drawLogo(card: Card, team: CardTeam, x: number, y: number, side: number): void {
  const radius = side * 0.22
  const bytes = team.logo === null ? undefined : card.logos.get(team.logo)
  if (bytes !== undefined) {
    card.picture.image({ bytes, x, y, side, radius })
    return
  }
  const box = { x, y, width: side, height: side }
  card.picture.rect(box, { fill: teamFill(team.color ?? nameColor(team.name)), radius })
  const size = side * 0.46
  const line = { ...centerIn(box, size), color: '#ffffff', maxWidth: side * 0.8 }
  card.name(initialsOf(displayName(team.name)), size, line)
}

/** The name as it is drawn; 'Team' if no typeface has anything of it. */
export function displayName(name: string): string {
  return toDrawable(name) || 'Team'
}

/** A player as the app names him. The defense of a team is called the same whatever its platform calls it. */
export function playerName(name: string, playerId: number): string {
  const teamId = teamOfDefense(playerId)
  const team = teamId === null ? null : nflTeamById(teamId)
  return team === null ? name : `${nicknameOf(team)} D/ST`
}

export function nameColor(name: string): string {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return toHex(fromHsl([(hash * 47) % 360, 0.5, 0.45]))
}

export function formatScore(score: number | null): string {
  return score === null ? '–' : formatPoints(pointsFromDecimal(score))
}

export function drawPanel({ picture, palette }: Card, box: Box, color?: string): void {
  picture.rect(box, { fill: palette.line, radius: 18 })
  const inner = inset(box, 2)
  picture.rect(inner, { fill: color ?? palette.raised, radius: 16 })
  if (color === undefined) return
  picture.rect({ ...inner, y: inner.y + 10, height: inner.height - 10 }, { fill: palette.raised, radius: 16 })
  picture.rect({ ...inner, y: inner.y + 10, height: 30 }, { fill: palette.raised })
}

export function drawSplitBar(
  { picture, palette }: Card,
  box: Box,
  share: number,
  teams: readonly CardTeam[],
): void {
  const [first, second] = teams.map(({ color }) => teamInk(color ?? null, palette)) as [string, string]
  const radius = box.height / 2
  const gap = share > 0 && share < 1 ? 6 : 0
  const width = Math.round((box.width - gap) * share)
  picture.rect(box, { fill: palette.surface })
  picture.rect({ ...box, width }, { fill: first, radius })
  picture.rect({ ...box, x: box.x + width + gap, width: box.width - gap - width }, { fill: second, radius })
}
