/** How commands name their options. */
import type { Option } from './command.ts';

export const flag = (help: string): Option => ({ type: 'boolean', help });
export const text = (value: string, help: string): Option => ({ type: 'string', value, help });
export const needed = (value: string, help: string): Option => ({ ...text(value, help), required: true });
