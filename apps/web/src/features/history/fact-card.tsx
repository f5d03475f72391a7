import type { ReactNode, Ref } from 'react'
import ui from '../../ui/ui.module.css'
import styles from './history.module.css'

type Props = {
  label?: string
  number: ReactNode
  name?: ReactNode
  context?: ReactNode
  onOpen?: (() => void) | undefined
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

export function FactCard({ label, number, name, context, onOpen, action, ref }: Props) {
  const Box = onOpen === undefined ? 'div' : 'button'
  return (
    <div ref={ref} className={`${ui.frame} ${styles.fact}`}>
      <Box className={styles.factBody} {...(Box === 'button' ? { type: 'button', onClick: onOpen } : {})}>
        {label === undefined ? null : <span className={ui.note}>{label}</span>}
        <span className={styles.number}>{number}</span>
        {name === undefined ? null : <span className={ui.strong}>{name}</span>}
        {context === undefined ? null : <span className={ui.note}>{context}</span>}
      </Box>
      {action}
    </div>
  )
}
