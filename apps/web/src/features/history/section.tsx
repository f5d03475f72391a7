import type { ReactNode, Ref } from 'react'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { sectionId } from '../../ui/navigation/section-menu.tsx'
import ui from '../../ui/ui.module.css'
import styles from './history.module.css'

type Props = { title: string; level?: 2 | 3; note?: ReactNode; aside?: ReactNode; children: ReactNode }

export function Section({ title, level = 2, note, aside, children }: Props) {
  const id = sectionId(title)
  return (
    <Stack as="section" gap={3} className={styles.section} aria-labelledby={id}>
      <Row isSpread align="end">
        <Fill>
          <Text as={level === 2 ? 'h2' : 'h3'} size={level === 2 ? 'xl' : 'l'} id={id}>
            {title}
          </Text>
          {note === undefined ? null : <p className={ui.note}>{note}</p>}
        </Fill>
        {aside}
      </Row>
      {children}
    </Stack>
  )
}

/** A text in which records and scores, such as 9-12, stay on one line. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/(\S*\d[-–]\S*)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )
}

type FactCardProps = {
  label?: string
  number: ReactNode
  name?: ReactNode
  context?: ReactNode
  onOpen?: (() => void) | undefined
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

export function FactCard({ label, number, name, context, onOpen, action, ref }: FactCardProps) {
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
