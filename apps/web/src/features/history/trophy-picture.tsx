import { Trophy as TrophyIcon } from 'lucide-react'
import { useState } from 'react'
import styles from './history.module.css'
import type { Trophy } from './use-history.ts'

export function TrophyPicture({ trophy, size = 'l' }: { trophy: Trophy | null; size?: 's' | 'l' }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const hasPicture = trophy !== null && trophy.picture !== failedSrc
  return (
    <span className={styles.trophy} data-size={size}>
      {hasPicture ? (
        <img
          src={trophy.picture}
          alt={trophy.description ?? 'The trophy of the league'}
          loading="lazy"
          onError={() => setFailedSrc(trophy.picture)}
        />
      ) : (
        <TrophyIcon size={size === 'l' ? 48 : 32} aria-hidden="true" />
      )}
    </span>
  )
}
