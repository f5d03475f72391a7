import type { getDraft } from '@fieldhouse/contract/draft'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { Palette } from '../../drawing/palette.ts'
import type { Box, Drawing } from '../../drawing/picture.ts'
import { beginCard, type Card, type CardContext, displayName, drawLogo, playerName } from './card.ts'

export type DraftContent = Pick<ResponseOf<typeof getDraft>, 'season' | 'kind' | 'teams' | 'picks'>

type DraftedPick = DraftContent['picks'][number]

const KINDS = {
  snake: 'Snake draft',
  linear: 'Linear draft',
  auction: 'Auction',
  other: 'Draft',
} as const satisfies Record<DraftContent['kind'], string>

/** Narrower cells have no text. */
const MIN_TEXT_WIDTH = 44

/** A column for each team with its picks, colored by position, and its grade below. Later rounds may not fit. */
export function drawDraft(context: CardContext, content: DraftContent): Drawing {
  const { season, kind, teams, picks } = content
  const columns = teams.map((team) => ({ team, picks: orderPicks(kind, picks, team.team_id) }))
  const rounds = Math.max(1, ...columns.map((column) => column.picks.length))
  const isGraded = teams.some(({ grade }) => grade !== null)
  const card = beginCard(context, { title: `Draft ${season}`, detail: KINDS[kind] })
  const { content: box, isWide, palette, picture } = card
  const gap = isWide ? 4 : 6
  const width = (box.width - (columns.length - 1) * gap) / Math.max(1, columns.length)
  const logo = Math.min(width, isWide ? 40 : 56)
  const gradeHeight = isGraded ? (isWide ? 44 : 64) : 0
  const top = box.y + logo + gap * 2
  const minHeight = isWide ? 22 : 40
  const space = box.y + box.height - gradeHeight - top
  const shown = Math.min(rounds, Math.floor((space + gap) / (minHeight + gap)))
  const height = Math.min((space + gap) / shown - gap, isWide ? 120 : 220)
  for (const [index, { team, picks: own }] of columns.entries()) {
    const x = box.x + index * (width + gap)
    drawLogo(card, team, x + (width - logo) / 2, box.y, logo)
    for (const [row, pick] of own.slice(0, shown).entries())
      drawPick(card, { x, y: top + row * (height + gap), width, height }, pick)
    if (team.grade === null || width < MIN_TEXT_WIDTH / 2) continue
    picture.text(team.grade.replace('-', '−'), {
      x: x + width / 2,
      y: top + shown * (height + gap) + gradeHeight * 0.72,
      size: Math.min(gradeHeight * 0.72, width * 0.6),
      weight: 900,
      color: palette.ink,
      align: 'center',
      maxWidth: width,
    })
  }
  return picture.finish()
}

/** The picks of a team, in an auction the most expensive first. */
function orderPicks(
  kind: DraftContent['kind'],
  picks: readonly DraftedPick[],
  teamId: number,
): DraftedPick[] {
  return picks
    .filter((pick) => pick.team_id === teamId)
    .sort((a, b) => (kind === 'auction' ? (b.bid ?? 0) - (a.bid ?? 0) : 0) || a.overall - b.overall)
}

const COLORS: Readonly<Record<string, keyof Palette>> = {
  QB: 'bad',
  RB: 'good',
  WR: 'accent',
  TE: 'warn',
}

function drawPick({ isWide, palette, picture }: Card, box: Box, pick: DraftedPick): void {
  const { x, y, width, height } = box
  const { player, bid, is_keeper: isKeeper } = pick
  const color = palette[COLORS[player.position ?? ''] ?? 'muted']
  picture.rect(box, { fill: palette.raised, radius: 6 })
  picture.rect(box, { fill: color, radius: 6, opacity: 0.22 })
  picture.rect({ ...box, width: 5 }, { fill: color, radius: 3 })
  if (width < MIN_TEXT_WIDTH) return
  const size = Math.min(isWide ? 26 : 34, height * 0.5, width * 0.2)
  const text = { x: x + 10, maxWidth: width - 14, minSize: size * 0.8 }
  const hasDetail = height >= size * 2.6
  const middle = y + height / 2 + size * 0.35
  const name = shortName(player)
  picture.text(hasDetail || bid === null ? name : `$${bid} ${name}`, {
    ...text,
    y: hasDetail ? middle - size * 0.66 : middle,
    size,
    weight: 700,
    color: palette.ink,
  })
  if (!hasDetail) return
  const detail = [player.position, bid === null ? null : `$${bid}`, isKeeper ? 'Keeper' : null]
  picture.text(detail.filter((part) => part !== null).join(' · '), {
    ...text,
    y: middle + size * 0.76,
    size: size * 0.84,
    minSize: size * 0.7,
    color: palette.ink,
  })
}

/** Without first names, which the cells have no space for. A defense keeps that of its team. */
function shortName({ name, player_id: playerId, position }: DraftedPick['player']): string {
  const full = displayName(playerName(name, playerId))
  const [, ...rest] = full.split(' ')
  return rest.length === 0 || position === 'D/ST' ? full : rest.join(' ')
}
