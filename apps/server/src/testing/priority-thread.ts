import { getPriority } from 'node:os'
import { serveTasks } from '../threads/task-thread.ts'

// The program of a thread that returns its own priority.
serveTasks(() => getPriority())
