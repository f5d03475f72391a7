import { Fragment } from 'react'
import { Link } from '../../router/link.tsx'
import styles from './player-name.module.css'

type Props = {
  /** null for an empty slot. */
  player: string | null
  espnId: number | null
}

/** A player's name, which opens the player's card. */
export function PlayerName({ player, espnId }: Props) {
  if (player === null) return <span className={styles.empty}>Empty</span>
  if (espnId === null) return <span className={styles.name}>{renderWords(player)}</span>
  return (
    <Link className={styles.name} to={{ player: espnId }}>
      {renderWords(player)}
    </Link>
  )
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
