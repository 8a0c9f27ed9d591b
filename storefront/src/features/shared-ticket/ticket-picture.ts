import { sizeLabel, slotLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { SharedTicket } from '@supreme-access/contract/shapes/orders.js';
import { publicStamps } from '@supreme-access/contract/ticket.js';
import { encode } from 'uqr';

type Pictured = Pick<SharedTicket, 'productTitle' | 'slotNumber' | 'totalStock' | 'size' | 'style' | 'stamps'> & {
  ticketId: string;
};

const [INK, PAPER, VOLT] = ['#0b0b0c', '#f5f2eb', '#d6ff3d'];
/** px */
const [WIDTH, HEIGHT, EDGE, STUB] = [1200, 630, 48, 340];
const CODE = 200;
const TITLE = [96, 80, 64, 52];
const MONO = '"Martian Mono Variable", ui-monospace, monospace';
const SANS = '"Archivo Variable", system-ui, sans-serif';

/** Downloads the ticket as a PNG; its code leads to its public page. */
export async function savePicture(ticket: Pictured): Promise<void> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  await document.fonts.ready;
  drawTicket(context, ticket, `${location.origin}/tickets/${ticket.ticketId}`);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('this browser saves no pictures');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `ticket-${ticket.slotNumber ?? 0}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function drawTicket(context: CanvasRenderingContext2D, ticket: Pictured, address: string): void {
  const { productTitle, slotNumber, totalStock, size, style, stamps } = ticket;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = VOLT;
  context.fillRect(0, 0, STUB, HEIGHT);
  context.fillStyle = INK;
  const [number = '', of = ''] = slotLabel(slotNumber, totalStock).split('/');
  write(context, 'Slot', EDGE, 84, `500 28px ${SANS}`);
  write(context, number, EDGE, 210, `700 104px ${MONO}`);
  write(context, `/${of}`, EDGE, 262, `400 34px ${MONO}`);
  drawCode(context, address, EDGE, HEIGHT - EDGE - CODE);
  const left = STUB + EDGE;
  const room = WIDTH - left - EDGE;
  const px = TITLE.find((height) => widthOf(context, productTitle, `800 ${height}px ${SANS}`) <= room) ?? 52;
  write(context, productTitle, left, 150, `800 ${px}px ${SANS}`, room);
  write(context, `${sizeLabel(size)} · ${styleLabel(style)}`, left, 226, `500 34px ${SANS}`, room);
  for (const [index, { label, at }] of publicStamps(stamps).entries()) {
    const time = at === null ? '' : `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
    write(context, label, left, 340 + index * 92, `600 30px ${SANS}`);
    write(context, time, left, 378 + index * 92, `400 26px ${MONO}`);
  }
  write(context, 'Supreme Access', left, HEIGHT - EDGE, `700 30px ${SANS}`);
  perforate(context);
}

function drawCode(context: CanvasRenderingContext2D, address: string, x: number, y: number): void {
  const { data, size } = encode(address, { border: 2 });
  context.fillStyle = '#ffffff';
  context.fillRect(x, y, CODE, CODE);
  context.fillStyle = INK;
  const cell = CODE / size;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) context.fillRect(x + column * cell, y + row * cell, cell + 0.5, cell + 0.5);
}

function perforate(context: CanvasRenderingContext2D): void {
  context.strokeStyle = INK;
  context.lineWidth = 3;
  context.setLineDash([10, 10]);
  context.beginPath();
  context.moveTo(STUB, 0);
  context.lineTo(STUB, HEIGHT);
  context.stroke();
}

function widthOf(context: CanvasRenderingContext2D, text: string, font: string): number {
  context.font = font;
  return context.measureText(text).width;
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  most?: number,
): void {
  context.font = font;
  context.fillText(text, x, y, most);
}
