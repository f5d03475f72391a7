import { initialsOf } from '@fieldhouse/domain/names'
import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { nameHue } from './name-hue.ts'

type Props = { name: string; src: string | null; size?: 's' | 'm' | 'l' }

/**
 * The picture of a team or person, over initials on a colour of the name, which stay
 * when there is no picture or it fails to load. The name stands beside it, so it has none itself.
 */
export function Avatar({ name, src, size = 's' }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const style = { '--hue': nameHue(name) } as CSSProperties
  return (
    <span className={styles['picture']} data-size={size} style={style} aria-hidden="true">
      <span className={styles['initials']}>{initialsOf(name)}</span>
      {src === null ? null : (
        <img
          className={styles['image']}
          src={toHttps(src)}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          hidden={failed === src}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}

/** Some logos have old addresses. Their hosts know https, and the page's policy allows nothing else. */
function toHttps(src: string): string {
  return src.replace(/^http:/i, 'https:')
}
