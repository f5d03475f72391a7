import { type ReactNode, useId } from 'react'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

type Props = {
  title: string
  /** How to read the chart, in one sentence. */
  note: ReactNode
  /** A button next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of a chart. */
export function ChartCard({ title, note, action, children }: Props) {
  const id = useId()
  return (
    <Stack as="section" gap={2} className={ui.card} aria-labelledby={id}>
      <div>
        <Row isSpread>
          <Text as="h3" size="l" id={id}>
            {title}
          </Text>
          {action}
        </Row>
        <p className={ui.note}>{note}</p>
      </div>
      {children}
    </Stack>
  )
}
