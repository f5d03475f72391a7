import { initialsOf } from '@fieldhouse/domain/names'
import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'

type Props = { name: string; src: string | null; size?: 's' | 'm' | 'l' }

/**
 * The picture of a team or person. Without a picture, or if it fails to load, the initials are shown on a
 * color derived from the name. Hidden from assistive technology, because the name is always next to it.
 */
export function Avatar({ name, src, size = 's' }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const style = { '--hue': nameHue(name) } as CSSProperties
  return (
    <span className={styles.avatar} data-size={size} style={style} aria-hidden="true">
      <span>{initialsOf(name)}</span>
      {src === null ? null : (
        <img
          className={styles.image}
          src={toHttps(src)}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          hidden={failedSrc === src}
          onError={() => setFailedSrc(src)}
        />
      )}
    </span>
  )
}

/**
 * Upgrades old http logo URLs. Their hosts support https, and the content security policy allows only https.
 */
function toHttps(src: string): string {
  return src.replace(/^http:/i, 'https:')
}

/** Derives a hue, 0 to 359, from a name. The same name always has the same hue. */
function nameHue(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return (hash * 47) % 360
}
