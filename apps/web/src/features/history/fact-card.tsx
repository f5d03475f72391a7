import type { ReactNode, Ref } from 'react'
import { Text } from '../../ui/layout/layout.tsx'
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
        <Text size="3xl" weight={700} isNumeric className={styles.number}>
          {number}
        </Text>
        {name === undefined ? null : <span className={ui.strong}>{name}</span>}
        {context === undefined ? null : <span className={ui.note}>{context}</span>}
      </Box>
      {action}
    </div>
  )
}
