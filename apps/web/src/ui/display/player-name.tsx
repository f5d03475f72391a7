import { Fragment } from 'react'
import { Link } from '../../router/link.tsx'
import styles from './display.module.css'

type Props = {
  /** null for an empty slot. */
  player: string | null
  espnId: number | null
  /** Whether the name is on one line, with an initial in a container narrower than 540 pixels. */
  isShort?: boolean
}

export function PlayerName({ player, espnId, isShort = false }: Props) {
  if (player === null) return <span className={styles.empty}>Empty</span>
  const name = isShort ? (
    <span className={styles.short} data-short={shortName(player)}>
      <span>{player}</span>
    </span>
  ) : (
    renderWords(player)
  )
  if (espnId === null) return <span className={styles.playerName}>{name}</span>
  return (
    <Link className={styles.playerName} to={{ player: espnId }}>
      {name}
    </Link>
  )
}

/** Such as 'M. Quarry'. Team defenses have no first name. */
function shortName(player: string): string {
  const [first = '', ...others] = player.split(' ')
  return others.length === 0 || player.includes('/') ? player : `${first.charAt(0)}. ${others.join(' ')}`
}

/**
 * Wraps each word, so that a word longer than the line is truncated instead of broken in the middle. A
 * hyphenated word breaks at the hyphen.
 */
function renderWords(player: string) {
  return player.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a name are identified only by their position
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      {word.includes('-') ? word : <span className={styles.word}>{word}</span>}
    </Fragment>
  ))
}
