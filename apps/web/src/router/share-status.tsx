import { Row } from '../ui/layout/layout.tsx'
import ui from '../ui/ui.module.css'
import styles from './share.module.css'
import type { ShareOutcome } from './share-link.ts'

export function ShareStatus({ outcome }: { outcome: ShareOutcome | null }) {
  return (
    <Row as="span" wraps className={`${ui.note} ${styles.outcome}`} role="status">
      {outcome?.message}
      {outcome?.link === undefined ? null : (
        <input className={styles.link} aria-label="Link" readOnly value={outcome.link} />
      )}
    </Row>
  )
}
