import { initialsOf } from '@fieldhouse/domain/names'
import { type CSSProperties, useState } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import styles from './display.module.css'

type Props = {
  name: string
  /** A path of this site. */
  src: string | null
  size?: 'xs' | 's' | 'm' | 'l'
  /** The team's color, as `#rrggbb`. */
  color?: string | null | undefined
}

/** Hidden from assistive technology, because the name is always next to it. */
export function Avatar({ name, src, size = 's', color }: Props) {
  const style = { '--hue': nameHue(name), ...teamColorStyle(color) } as CSSProperties
  return (
    <span className={styles.avatar} data-size={size} style={style} aria-hidden="true">
      <span>{initialsOf(name)}</span>
      <Picture src={src} side={size === 'm' || size === 'l' ? 128 : 64} />
    </span>
  )
}

type HeadshotProps = {
  player: string
  espnId: number | null
  nflTeam: string | null
  size?: 'xs' | 's' | 'l'
}

export function Headshot({ player, espnId, nflTeam, size = 's' }: HeadshotProps) {
  return (
    <span
      className={styles.avatar}
      data-size={size}
      data-kind="headshot"
      data-initials={initialsOf(player)}
      aria-hidden="true"
    >
      <Picture src={headshotPath(espnId, nflTeam)} side={size === 'l' ? 128 : 64} />
    </span>
  )
}

function headshotPath(espnId: number | null, nflTeam: string | null): string | null {
  if (espnId === null) return null
  if (espnId > 0) return `/api/images/players/${espnId}/`
  return nflTeam === null ? null : `/api/images/nfl-teams/${nflTeam}/`
}

type PictureProps = {
  src: string | null
  /** In pixels of the image, twice as many as it is wide on the page. */
  side: 64 | 128
}

function Picture({ src, side }: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (src === null) return null
  return (
    <img
      className={styles.image}
      src={src.startsWith('/api/images/') ? `${src}?size=${side}` : src}
      width={side / 2}
      height={side / 2}
      alt=""
      loading="lazy"
      decoding="async"
      hidden={failedSrc === src}
      onError={() => setFailedSrc(src)}
    />
  )
}

function nameHue(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return (hash * 47) % 360
}
