import {
  type CSSProperties,
  type ElementType,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { matchesWidth, usePageEnvironment } from '../../api/page-environment.ts'
import ui from '../ui.module.css'
import styles from './layout.module.css'

/** The number of 4-pixel steps. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6

type BoxProps = Omit<HTMLAttributes<HTMLElement>, 'className'> & {
  as?:
    | 'div'
    | 'section'
    | 'article'
    | 'header'
    | 'footer'
    | 'ul'
    | 'ol'
    | 'li'
    | 'dl'
    | 'form'
    | 'fieldset'
    | 'figure'
    | 'nav'
    | 'span'
    | 'p'
  gap?: Gap
  ref?: Ref<HTMLElement>
  /** For what a primitive cannot express, such as a size of its own. */
  className?: string | undefined
}

function Box({ as: Tag = 'div', ...rest }: Omit<BoxProps, 'as' | 'gap'> & { as?: ElementType }) {
  return <Tag {...rest} />
}

export function Stack({ gap, isDivided = false, className, ...rest }: BoxProps & { isDivided?: boolean }) {
  return (
    <Box
      {...rest}
      data-gap={gap}
      className={join(styles.stack, isDivided ? styles.divided : undefined, className)}
    />
  )
}

type RowProps = BoxProps & {
  align?: 'start' | 'center' | 'baseline' | 'end'
  isSpread?: boolean
  wraps?: boolean
}

export function Row({ gap, align, isSpread = false, wraps = false, className, ...rest }: RowProps) {
  return (
    <Box
      {...rest}
      data-gap={gap}
      data-align={align}
      data-spread={isSpread || undefined}
      data-wrap={wraps || undefined}
      className={join(styles.row, className)}
    />
  )
}

/** In a row: takes the space that is left, and gives way first. */
export function Fill({ className, ...rest }: Omit<BoxProps, 'gap'>) {
  return <Box {...rest} className={join(styles.fill, className)} />
}

/** As many columns as fit. `min` is the smallest width of one in pixels. */
export function Grid({ min, gap, className, style, ...rest }: BoxProps & { min: number }) {
  return (
    <Box
      {...rest}
      data-gap={gap}
      style={{ ...style, '--min': `${min}px` } as CSSProperties}
      className={join(styles.grid, className)}
    />
  )
}

type ListItemProps = {
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function ListItem({ title, actions, children }: ListItemProps) {
  return (
    <Row as="li" isSpread gap={3} className={ui.listItem}>
      <div className={ui.breakable}>
        <p className={ui.strong}>{title}</p>
        {children}
      </div>
      {actions}
    </Row>
  )
}

type SectionProps = {
  title: ReactNode
  level?: 2 | 3
  /** The element ID of the heading, for links to the section. */
  id?: string
  actions?: ReactNode
  gap?: Gap
  children: ReactNode
}

export function Section({ title, level = 2, id, actions, gap = 3, children }: SectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Stack as="section" gap={gap}>
      <div className={styles.heading}>
        <Heading id={id}>{title}</Heading>
        {actions}
      </div>
      {children}
    </Stack>
  )
}

export function Toolbar({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Row className={styles.toolbar} {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}>
      {children}
    </Row>
  )
}

type TextProps = Omit<HTMLAttributes<HTMLElement>, 'className'> & {
  as?: 'span' | 'p' | 'div' | 'strong' | 'dt' | 'dd' | 'h1' | 'h2' | 'h3' | 'h4' | 'time' | 'figcaption'
  size?: 's' | 'm' | 'l' | 'xl' | '2xl' | '3xl' | '4xl' | '5xl'
  weight?: 600 | 700 | undefined
  tone?: 'muted' | 'good' | 'bad' | 'warn' | 'info' | undefined
  isNumeric?: boolean
  isTitle?: boolean
  /** Cuts the text off after so many lines. */
  lines?: 1 | 2
  className?: string | undefined
}

const LINES = { 1: ui.oneLine, 2: ui.twoLines }

export function Text({
  as: Box = 'span',
  size,
  weight,
  tone,
  isNumeric = false,
  isTitle = false,
  lines,
  className,
  ...rest
}: TextProps) {
  return (
    <Box
      {...rest}
      data-size={size}
      data-weight={weight}
      data-tone={tone}
      data-numeric={isNumeric || undefined}
      data-title={isTitle || undefined}
      className={join(styles.text, lines && LINES[lines], className)}
    />
  )
}

function join(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ')
}

type Props = {
  title?: ReactNode
  level?: 2 | 3
  /** The element ID of the title, which then names the section. */
  id?: string
  /** For a title that gets the focus. */
  heading?: Ref<HTMLHeadingElement>
  /** Between the children; without it, they are not laid out. */
  gap?: Gap
  children: ReactNode
}

export function Card({ title, level = 2, id, heading, gap, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={ui.card} aria-labelledby={id}>
      {title === undefined ? null : (
        <Heading
          id={id}
          ref={heading}
          tabIndex={heading === undefined ? undefined : -1}
          className={ui.cardTitle}
        >
          {title}
        </Heading>
      )}
      {gap === undefined ? children : <Stack gap={gap}>{children}</Stack>}
    </section>
  )
}

export function useMediaQuery(query: string): boolean {
  const page = usePageEnvironment()
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => page !== null && matchesWidth(query, page.width),
  )
}

export function useHasMouse(): boolean {
  return !useMediaQuery('(hover: none) and (pointer: coarse)')
}

/** The width of an element in CSS pixels; 0 until measured. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** Whether a horizontally scrolling row continues beyond its left and right edges. */
export function useScrollEdges(row: RefObject<HTMLElement | null>): { left: boolean; right: boolean } {
  const [edges, setEdges] = useState({ left: false, right: false })
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const updateEdges = () => {
      const left = element.scrollLeft > 1
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setEdges((current) => (current.left === left && current.right === right ? current : { left, right }))
    }
    const observer = new ResizeObserver(updateEdges)
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', updateEdges, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', updateEdges)
    }
  }, [row])
  return edges
}
