import type { ReactNode } from 'react'
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
