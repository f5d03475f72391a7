import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../forms/button.tsx'
import { Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import { Dialog } from './dialog.tsx'
import styles from './overlays.module.css'

export type ExplainedFigure = {
  name: string
  value?: string
  meaning: string
  formula: string
  inputs?: readonly (readonly [name: string, value: string])[]
}

type Props = {
  title: string
  figures: readonly ExplainedFigure[]
  simulation?: { runs: number; seed: number } | null | undefined
  children?: ReactNode
}

export function Explanation({ title, figures, simulation, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={Info} iconSize={18} label={`Explain ${title}`} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Stack>
            {figures.map((figure) => (
              <Figure key={figure.name} figure={figure} />
            ))}
            {simulation ? (
              <p className={ui.muted}>
                From {simulation.runs.toLocaleString('en')} simulated seasons, seed {simulation.seed}. The
                same data always give the same result.
              </p>
            ) : null}
            {children}
          </Stack>
        </Dialog>
      ) : null}
    </>
  )
}

function Figure({ figure: { name, value, meaning, formula, inputs = [] } }: { figure: ExplainedFigure }) {
  return (
    <section className={styles.figure} aria-label={name}>
      <Text as="h3" size="l" className={styles.name}>
        {name}
        {value === undefined ? null : <Text isNumeric>{value}</Text>}
      </Text>
      <p>{meaning}</p>
      <p className={ui.box}>{formula}</p>
      {inputs.length === 0 ? null : (
        <dl className={styles.inputs}>
          {inputs.map(([input, text]) => (
            <div key={input}>
              <dt>{input}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
